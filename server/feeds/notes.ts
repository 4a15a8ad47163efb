import escapeHtml from 'escape-html';
import { AI_DISCLOSURE } from '#shared/aiDisclosure.ts';
import type { Chapter } from '../podcasts/chapters.ts';

interface Noted {
  summary: string | null;
  voice1Name: string;
  voice2Name: string;
  chapters: Chapter[];
}

/** What an episode is about, in the few tags that podcast apps show; its chapters lead to our page. */
export function notesOf(episode: Noted, listenUrl: string): string {
  const { summary, chapters } = episode;
  const link = (url: string, text: string) =>
    `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
  const list = chapters.map(({ title, startMilliseconds }) => {
    const seconds = Math.floor(startMilliseconds / 1000);
    return `<li>${link(`${listenUrl}&t=${seconds}`, clock(seconds))} ${escapeHtml(title)}</li>`;
  });
  return [
    ...(summary ? [paragraph(escapeHtml(summary))] : []),
    paragraph(escapeHtml(hostsOf(episode))),
    ...(list.length ? [`<ul>${list.join('')}</ul>`] : []),
    paragraph(link(listenUrl, 'Listen and read along')),
    paragraph(escapeHtml(AI_DISCLOSURE)),
  ].join('\n');
}

export function hostsOf({ voice1Name, voice2Name }: Noted): string {
  return `${voice1Name} and ${voice2Name} talk it through.`;
}

const paragraph = (html: string) => `<p>${html}</p>`;

/** `754` as `12:34`. No episode has an hour. */
function clock(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes, rest].map((part) => String(part).padStart(2, '0')).join(':');
}
