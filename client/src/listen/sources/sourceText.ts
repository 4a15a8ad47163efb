import type { EpisodeSources, Strength } from '#shared/sources.ts';
import { pluralize } from '../../player/progressText.ts';
import type { Source } from './useSources.ts';

type Counts = EpisodeSources['counts'];

/** Never says that a claim is true. */
export const STRENGTH_WORDS: Record<Strength, string> = {
  says: 'The source says so.',
  disputed: 'Sources disagree on this.',
  inference: 'Our inference from what the sources say.',
};

export function linesOn(count: number): string {
  if (count === 0) return 'No line rests on it';
  return `${pluralize(count, 'line')} ${count === 1 ? 'rests' : 'rest'} on it`;
}

/** Gives no share of all lines: most are questions and reactions, which state nothing. */
export function sourcingSummary({ statements, sourced, opinions }: Counts): string {
  const told: string[] = [];
  if (statements > 0) told.push(sourcedWords(statements, sourced));
  if (opinions > 0)
    told.push(`${pluralize(opinions, 'line')} ${opinions === 1 ? 'is' : 'are'} opinion`);
  return told.length > 0 ? `${told.join(', ')}.` : '';
}

function sourcedWords(statements: number, sourced: number): string {
  if (sourced < statements) {
    const verb = sourced === 1 ? 'has' : 'have';
    return `${sourced || 'None'} of ${pluralize(statements, 'statement')} of fact ${verb} a source`;
  }
  if (statements === 1) return 'The only statement of fact has a source';
  const all = statements === 2 ? 'Both' : `All ${statements}`;
  return `${all} statements of fact have a source`;
}

export const extentWords = ({ extent }: Source) =>
  extent && `${extent.charAt(0).toUpperCase()}${extent.slice(1)}.`;

export function readerNotes({ rewritten, cut, unread }: Counts): string[] {
  const done: string[] = [];
  if (rewritten > 0) done.push(`changed ${pluralize(rewritten, 'line')}`);
  if (cut > 0) done.push(`left out ${rewritten > 0 ? cut : pluralize(cut, 'line')}`);
  const told: string[] = [];
  // Without "AI", the reader would be taken for a person.
  if (done.length > 0) told.push(`An AI reader ${done.join(' and ')} before recording.`);
  if (unread > 0) {
    const [verb, them] = unread === 1 ? ['was', 'it'] : ['were', 'them'];
    told.push(
      `${pluralize(unread, 'line')} ${verb} spoken unread, so no source is shown for ${them}.`,
    );
  }
  return told;
}

/** `Published 20 May 2025`, or when it was read; `As of`, because a Wikipedia article changes. */
export function datedWords({ kind, date, retrievedAt }: Source): string {
  const published = new Date(date ?? Number.NaN);
  if (Number.isNaN(published.getTime()))
    return `Read on ${formatSourceDate(new Date(retrievedAt))}`;
  return `${kind === 'wikipedia' ? 'As of' : 'Published'} ${formatSourceDate(published)}`;
}

/** Keeps no formatter: making one while the script is read takes a phone a tenth of a second. */
const formatSourceDate = (date: Date) =>
  date.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Null unless the address is of a page: a link must not run a script. */
export function safeUrl({ url }: Source): string | null {
  return url && /^https?:\/\//i.test(url) ? url : null;
}
