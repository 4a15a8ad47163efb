import type { Podcast } from '#shared/episode.ts';

/** The form with everything filled in as it was, read by the create page. */
export function orderAgainPath(podcast: Podcast): string {
  const { topic, voice1Id, voice2Id, tone, style, duration } = podcast;
  const filled = new URLSearchParams({
    topic,
    voice1: voice1Id,
    voice2: voice2Id,
    tone,
    style,
    duration: String(duration),
  });
  return `/create?${filled}`;
}
