import type { QualityFlag } from '#shared/quality.ts';

export function momentOf(iso: string, now: Date): string {
  const date = new Date(iso);
  const sameYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    ...(sameYear ? {} : { year: 'numeric' }),
  });
}

/** `4 May 2031` in UTC, in which codes end and sales are counted. */
export function formatUtcDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

export const pluralize = (n: number, thing: string): string => `${n} ${thing}${n === 1 ? '' : 's'}`;

/** `$0.42`; a loss has a minus. */
export function dollars(microdollars: number): string {
  const sum = Math.abs(microdollars) / 1_000_000;
  const words = sum.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  return microdollars <= -5_000 ? `−${words}` : words;
}

export const isNothing = (figure: string): boolean => /^\$?0(\.00)?$/.test(figure);

const FLAG_WORDS: Record<QualityFlag, string> = {
  length: 'Its length misses the minutes bought',
  loudness: 'It’s too loud or too quiet',
  balance: 'One host does nearly all the talking',
  repetition: 'It repeats itself',
  monologue: 'One host goes on for too long',
  'asked-again': 'Many lines had to be recorded again',
  novelty: 'It repeats what its account has heard before',
};

export function flagWords(flag: QualityFlag, sells: boolean): string {
  const isLength = flag === 'length' && !sells;
  return isLength ? 'Its length misses the minutes asked for' : FLAG_WORDS[flag];
}
