import type { Sample } from '#shared/samples.ts';

/** The form filled in as this demo was made, but for its length: a demo is shorter than what is sold. */
export function likeThisPath(sample: Sample): string {
  const { topic, voice1Id, voice2Id, tone, style } = sample;
  return `/create?${new URLSearchParams({ topic, voice1: voice1Id, voice2: voice2Id, tone, style })}`;
}
