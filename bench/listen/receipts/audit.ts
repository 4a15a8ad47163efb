import type { ReceiptsEpisode } from './episode.ts';
import { hostileSources, obeyed } from './injections.ts';
import { factsUsed, unmarked, wrongMarks } from './marks.ts';
import { isRefused, plantFates } from './plants.ts';
import { unfoundQuotes } from './quotes.ts';
import { falseAlarms, truthFates } from './truths.ts';

export type Audit = ReturnType<typeof audit>;

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
    strayQuotes: unfoundQuotes(episode),
    marks: claims.length,
    strayMarks: wrongMarks(episode),
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
