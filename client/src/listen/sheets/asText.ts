import { clock } from '#shared/clock.ts';
import type { Listening } from '#shared/episode.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { EpisodeSources } from '#shared/sources.ts';

type Episode = Pick<
  Listening['episode'],
  'title' | 'summary' | 'voice1Name' | 'voice2Name' | 'duration' | 'durationSeconds'
>;

export function transcriptText(episode: Episode, segments: Transcript['segments']): string {
  const lines = segments.map(
    ({ speaker, startTime, body }) => `${speaker} (${clock(startTime)})\n${body}`,
  );
  return [headOf(episode), ...lines].join('\n\n');
}

type Notes = {
  chapters: Chapters['chapters'];
  sources: EpisodeSources['sources'];
  link: string;
};

/** Includes only sources that everybody may see. */
export function showNotes(episode: Episode, { chapters, sources, link }: Notes): string {
  const open = sources.filter((source) => !source.isPrivate);
  const parts = [
    headOf(episode),
    episode.summary,
    list('Chapters', chapters, ({ startTime, title }) => `${clock(startTime)} ${title}`),
    list('Sources', open, ({ title, site, url }) =>
      [title, site, url].filter((part) => part !== null && part !== '').join(', '),
    ),
    `Listen: ${link}`,
    'The hosts are AI and can get things wrong.',
  ];
  return parts.filter(Boolean).join('\n\n');
}

function headOf({ title, voice1Name, voice2Name, duration, durationSeconds }: Episode): string {
  return `${title}\n${voice1Name} and ${voice2Name}, ${clock(durationSeconds ?? duration * 60)}`;
}

function list<Item>(name: string, items: Item[], line: (item: Item) => string): string | null {
  return items.length > 0 ? [name, ...items.map(line)].join('\n') : null;
}
