import type { StoredEpisode } from './episode.ts';
import { longSentences, sharedBy } from './sharing.ts';

export interface Pair {
  topics: [string, string];
  /** Share of long sentences that both have, 0 to 1. */
  share: number;
  isAnnounced: boolean;
}

const ANNOUNCED = /\bcomes round again\b|\byou've heard (?:this|all)\b/i;

export function pairsOf(episodes: StoredEpisode[]): Pair[] {
  const known = episodes.map(({ topic, lines }) => {
    const texts = lines.map(({ text }) => text);
    const isAnnounced = texts.some((text) => ANNOUNCED.test(text));
    return { ...topic, sentences: longSentences(texts), isAnnounced };
  });
  return known.flatMap((one, index) =>
    known.slice(index + 1).flatMap((other) => {
      if (one.account === undefined || one.account !== other.account) return [];
      const share = sharedBy(one.sentences, other.sentences);
      return [
        {
          topics: [one.topic, other.topic] as [string, string],
          share,
          isAnnounced: other.isAnnounced,
        },
      ];
    }),
  );
}
