import escapeHtml from 'escape-html';
import { brand, tabTitle } from '#shared/brand.ts';
import type { Listening } from '#shared/episode.ts';
import {
  hasPage,
  houseDescriptions,
  notFound,
  type Path,
  pages,
  preview,
  titles,
} from '#shared/pages.ts';
import { shorten } from '#shared/shorten.ts';
import { describeEpisode } from './structured.ts';

export interface Head {
  title: string;
  description: string;
  indexed: boolean;
  /** The canonical URL; null for a page that should not be linked to. */
  url: string | null;
  picture: Picture;
  data?: object;
}

/** `large` images are wide; the others are shown small beside the text. */
type Picture = { url: string; width: number; height: number; alt: string; large: boolean };

/** The side of a cover, px (`server/sound/mix/cover.ts`). */
const COVER = 1400;
const LONGEST = 200;

/** Returns null if there is no such screen. Where nothing is sold, nothing is indexed. */
export function headOfPage(
  path: string,
  { publicUrl, sells }: { publicUrl: string; sells: boolean },
): Head | null {
  const known = screenAt(path);
  if (!known || !hasPage(known, sells)) return null;
  const page = pages[known];
  const indexed = sells && page.indexed;
  return {
    title: tabTitle(titles[known]),
    description: (sells ? null : houseDescriptions[known]) ?? page.description,
    indexed,
    url: indexed ? publicUrl + known : null,
    picture: ours(publicUrl),
  };
}

export function headOfNotFound(publicUrl: string): Head {
  return {
    title: tabTitle(notFound.title),
    description: 'This page doesn’t exist, or it has moved.',
    indexed: false,
    url: null,
    picture: ours(publicUrl),
  };
}

export function headOfEpisode(episode: Listening['episode'], publicUrl: string): Head {
  const { title, summary, voice1Name, voice2Name, duration, coverUrl, token } = episode;
  const talk = `${voice1Name} and ${voice2Name}, two AI hosts, talk it through in ${duration} minutes.`;
  const cover = { width: COVER, height: COVER, alt: `The cover of “${title}”`, large: false };
  const url = `${publicUrl}/listen?episode=${encodeURIComponent(token)}`;
  return {
    title: tabTitle(title),
    description: shorten(summary?.trim() || talk, LONGEST),
    indexed: false,
    url,
    picture: coverUrl ? { url: publicUrl + coverUrl, ...cover } : ours(publicUrl),
    data: describeEpisode(episode, { publicUrl, url }),
  };
}

export function renderHead({ title, description, indexed, url, picture, data }: Head): string {
  return [
    `<title>${escapeHtml(title)}</title>`,
    named('description', description),
    ...(indexed ? [] : [named('robots', 'noindex')]),
    ...(url && indexed ? [`<link rel="canonical" href="${escapeHtml(url)}" />`] : []),
    property('og:site_name', brand.name),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', description),
    ...(url ? [property('og:url', url)] : []),
    property('og:image', picture.url),
    property('og:image:width', String(picture.width)),
    property('og:image:height', String(picture.height)),
    property('og:image:alt', picture.alt),
    named('twitter:card', picture.large ? 'summary_large_image' : 'summary'),
    ...(data ? [`<script type="application/ld+json">${escapeJson(data)}</script>`] : []),
  ].join('\n    ');
}

/** Like the client, this ignores case and a trailing slash. */
function screenAt(path: string): Path | null {
  const plain = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  return isScreen(plain) ? plain : null;
}

function isScreen(path: string): path is Path {
  return Object.hasOwn(pages, path);
}

function ours(publicUrl: string): Picture {
  const { path, width, height, alt } = preview;
  return { url: publicUrl + path, width, height, alt, large: true };
}

function named(name: string, content: string): string {
  return `<meta name="${name}" content="${escapeHtml(content)}" />`;
}

function property(name: string, content: string): string {
  return `<meta property="${name}" content="${escapeHtml(content)}" />`;
}

/** For a script element that is data: nothing in it, such as a title, can close the element. */
export function escapeJson(data: object | undefined): string {
  return (JSON.stringify(data) ?? '').replaceAll('<', '\\u003c');
}
