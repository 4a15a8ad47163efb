import type { LineRow, PodcastRow } from '../podcasts/lease.ts';
import { presentSources } from '../podcasts/presentSources.ts';
import type { ReadSource } from '../podcasts/sources.ts';

/**
 * What an episode rests on, as its owner sees it, with all that was noted of each source; a claim is
 * that of the transcript's line which starts at the same second.
 */
export function exportSources(episode: PodcastRow, read: ReadSource[], lines: LineRow[]) {
  const { sources, claims } = presentSources(episode, read, lines, true);
  return {
    sources: sources.map((source, index) => ({
      ...source,
      facts: (read[index]?.facts ?? []).map(({ number, text, quote, strength }) => ({
        fact: number,
        text,
        quote,
        strength,
      })),
    })),
    claims: claims.map(({ start, sourceId, fact, quote, strength }) => ({
      startSeconds: start,
      sourceId,
      fact,
      quote,
      strength,
    })),
    showsSources: episode.showsSources,
  };
}
