import escapeHtml from 'escape-html';
import { AI_DISCLOSURE } from '#shared/aiDisclosure.ts';
import { clock, wholeSeconds } from '#shared/clock.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import type { Chapter } from '../log/chapters.ts';

export interface Noted {
  summary: string | null;
  voice1Name: string;
  voice2Name: string;
  chapters: Chapter[];
  sources: Pick<EpisodeSources['sources'][number], 'title' | 'site' | 'url'>[];
}

/** Uses only the few tags that podcast apps show. */
export function notesOf(episode: Noted, listenUrl: string): string {
  const { summary, chapters, sources } = episode;
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  const list = chapters.map(({ title, startMilliseconds }) => {
    const seconds = wholeSeconds(startMilliseconds / 1000);
    const time = clock(seconds).padStart(5, '0');
    return `<li>${link(`${listenUrl}&t=${seconds}`, time)} ${escapeHtml(title)}</li>`;
  });
  const read = sources.map(({ title, site, url }) => {
    const name = url === null ? escapeHtml(title) : link(url, title);
    return `<li>${name}${site === null ? '' : `, ${escapeHtml(site)}`}</li>`;
  });
  return [
    ...(summary ? [paragraph(escapeHtml(summary))] : []),
    paragraph(escapeHtml(hostsOf(episode))),
    ...(list.length ? [`<ul>${list.join('')}</ul>`] : []),
    ...(read.length ? [paragraph('Sources:'), `<ul>${read.join('')}</ul>`] : []),
    paragraph(link(listenUrl, 'Listen and read along')),
    paragraph(escapeHtml(AI_DISCLOSURE)),
  ].join('\n');
}

export function hostsOf({ voice1Name, voice2Name }: Noted): string {
  return `${voice1Name} and ${voice2Name} talk it through.`;
}

const paragraph = (html: string) => `<p>${html}</p>`;
