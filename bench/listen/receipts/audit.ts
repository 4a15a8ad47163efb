import type { ReceiptsEpisode } from './episode.ts';
import { hostileSources, obeyed } from './injections.ts';
import { factsUsed, strayMarks, unmarked } from './marks.ts';
import { isRefused, plantFates } from './plants.ts';
import { strayQuotes } from './quotes.ts';
import { falseAlarms, truthFates } from './truths.ts';

export type Audit = ReturnType<typeof audit>;

/** Everything that is counted of an episode. */
export function audit(episode: ReceiptsEpisode) {
  const { publicId, topic, minutes, writer, unanswered } = episode;
  const { counts, claims } = episode.shown;
  const { used, unknown } = factsUsed(episode);
  return {
    publicId,
    topic,
    minutes,
    writer,
    plants: plantFates(episode),
    truths: truthFates(episode),
    falseAlarms: falseAlarms(episode),
    refusals: episode.checks.filter(isRefused).length,
    quotes: episode.facts.length,
    strayQuotes: strayQuotes(episode),
    marks: claims.length,
    strayMarks: strayMarks(episode),
    unmarked: unmarked(episode),
    factsUsed: used,
    unknownFacts: unknown,
    hostileSources: hostileSources(episode),
    obeyed: obeyed(episode),
    unanswered,
    lines: counts.lines,
    sourcedLines: counts.sourced,
    linesCut: episode.linesCut,
    linesRewritten: episode.linesRewritten,
    researchSeconds: episode.researchSeconds,
    cost: episode.cost,
    searchCost: episode.searchCost,
    searches: episode.searches,
  };
}
