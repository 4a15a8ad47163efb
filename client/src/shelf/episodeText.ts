import type { Podcast } from '#shared/episode.ts';

export function greeting(firstName: string | null, now: Date): string {
  const hour = now.getHours();
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  if (!firstName) return part === 'night' ? 'Still up?' : `Good ${part}`;
  if (part === 'night') return `Still up, ${firstName}?`;
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}, ${firstName}`;
}

/** `today`, `yesterday`, `Tuesday` within the week, else `3 Nov` or `3 Nov 2024`. */
export function relativeDay(iso: string, now: Date): string {
  const date = new Date(iso);
  const midnight = (day: Date) => new Date(day.getFullYear(), day.getMonth(), day.getDate());
  const days = Math.round((midnight(now).getTime() - midnight(date).getTime()) / 86_400_000);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 7) return date.toLocaleDateString('en', { weekday: 'long' });
  const sameYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: sameYear ? undefined : 'numeric',
  });
}

export function minutesLeft(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  return minutes < 1 ? 'Under a minute left' : `${minutes}\u00a0min left`;
}

export const displayTitle = (title: string): string => title || 'A deleted episode';

export function dateOf(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
}

const pluralize = (n: number, thing: string) => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** How far an episode in production is. */
export type Made = {
  stage: Podcast['stage'];
  progress: Pick<Podcast['progress'], 'linesWritten' | 'linesSpoken'>;
};

/** A house may send no email. */
export function stageOf({ stage, progress }: Made, sells: boolean): string {
  switch (stage) {
    case 'queued':
      return 'Waiting for the studio';
    case 'reading':
      return 'Reading up on it';
    case 'writing':
      return progress.linesWritten
        ? `Writing, ${pluralize(progress.linesWritten, 'line')} so far`
        : 'Writing the outline';
    case 'speaking':
      return `On air, ${progress.linesSpoken} of ${pluralize(progress.linesWritten, 'line')}`;
    case 'mastering':
      return 'Mixing the sound';
    case 'publishing':
      return 'Putting it on the shelf';
    case 'emailing':
      return sells ? 'Emailing it to you' : 'Putting it on the shelf';
  }
}
