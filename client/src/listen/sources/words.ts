import type { EpisodeSources, Strength } from '#shared/sources.ts';
import type { Source } from './marks.ts';

/** What a receipt says of a claim. Never that it is true. */
export const STRENGTH_WORDS: Record<Strength, string> = {
  says: 'The source says so.',
  disputed: 'Sources disagree on this.',
  inference: 'Our inference from what the sources say.',
};

const few = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

/** `12 lines rest on it`. */
export function linesOn(count: number): string {
  if (count === 0) return 'No line rests on it';
  return `${few(count, 'line')} ${count === 1 ? 'rests' : 'rest'} on it`;
}

const was = (count: number) => (count === 1 ? 'was' : 'were');

/**
 * `31 of 62 lines rest on 6 sources, 9 are opinion, 2 were left out before recording.` What there is
 * none of is not mentioned. `used` is the number of sources that a line rests on.
 */
export function summaryOf(counts: EpisodeSources['counts'], used: number): string {
  const { lines, sourced, opinions, rewritten, cut } = counts;
  const all = few(lines, 'line');
  const told: string[] = [];
  if (sourced > 0)
    told.push(`${sourced} of ${all} ${sourced === 1 ? 'rests' : 'rest'} on ${few(used, 'source')}`);
  if (opinions > 0) {
    const these = told.length > 0 ? opinions : `${opinions} of ${all}`;
    told.push(`${these} ${opinions === 1 ? 'is' : 'are'} opinion`);
  }
  const changed: string[] = [];
  if (rewritten > 0) changed.push(`${rewritten} ${was(rewritten)} rewritten`);
  if (cut > 0) changed.push(`${cut} ${was(cut)} left out`);
  if (changed.length > 0) told.push(`${changed.join(' and ')} before recording`);
  return told.length > 0 ? `${told.join(', ')}.` : '';
}

/** `Published 20 May 2025`; without a date of its own, when it was read. An article of Wikipedia changes. */
export function datedWords({ kind, date, retrievedAt }: Source): string {
  const published = new Date(date ?? Number.NaN);
  if (Number.isNaN(published.getTime())) return `Read on ${dayOf(new Date(retrievedAt))}`;
  return `${kind === 'wikipedia' ? 'As of' : 'Published'} ${dayOf(published)}`;
}

/** No formatter is kept: to make one while the script is read takes a phone a tenth of a second. */
const dayOf = (date: Date) =>
  date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** What a mark and a list call a source: `Honey bee, Openpedia`. */
export const nameOf = ({ title, site }: Pick<Source, 'title' | 'site'>) =>
  site ? `${title}, ${site}` : title;

/** The address as a link may lead to it: of a page, never of a script. */
export function pageOf({ url }: Source): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
