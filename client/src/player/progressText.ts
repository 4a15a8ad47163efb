import type { Stage } from '#shared/episode.ts';

export const pluralize = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`;

export function firstMinutes(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return 'the beginning';
  return minutes === 1 ? 'the first minute' : `the first ${minutes} minutes`;
}

export function timeLeft(etaSeconds: number | null): string | null {
  if (etaSeconds === null) return null;
  const minutes = Math.round(etaSeconds / 60);
  if (minutes < 1) return 'Under a minute left';
  return `About ${pluralize(minutes, 'minute')} left`;
}

export const sourceCountText = (count: number): string => pluralize(count, 'source');

/** Speaking begins before the script is complete; `hasLine` says whether a line was spoken. */
export const isTalking = (stage: Stage, hasLine: boolean): boolean =>
  stage === 'speaking' || (stage === 'writing' && hasLine);

export function happening(stage: Stage, hasLine: boolean): string {
  if (stage === 'queued') return 'The studio is getting ready.';
  if (stage === 'reading') return 'They’re reading up on it.';
  if (isTalking(stage, hasLine)) return 'They’re talking now.';
  if (stage === 'writing') return 'They’re writing the script.';
  if (stage === 'mastering') return 'All lines are recorded. The mix follows.';
  return 'It’s on its way to you.';
}
