import escapeHtml from 'escape-html';
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { brand, tabTitle } from '#shared/brand.ts';
import { wholeSeconds } from '#shared/clock.ts';
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
  // Like the client, this ignores case and a trailing slash.
  const known = path.toLowerCase().replace(/(?<=[^/])\/$/, '');
  if (!isScreen(known) || !hasPage(known, sells)) return null;
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
    meta('name', 'description', description),
    ...(indexed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(url && indexed ? [`<link rel="canonical" href="${escapeHtml(url)}" />`] : []),
    meta('property', 'og:site_name', brand.name),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    ...(url ? [meta('property', 'og:url', url)] : []),
    meta('property', 'og:image', picture.url),
    meta('property', 'og:image:width', String(picture.width)),
    meta('property', 'og:image:height', String(picture.height)),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', picture.large ? 'summary_large_image' : 'summary'),
    ...(data ? [`<script type="application/ld+json">${escapeJson(data)}</script>`] : []),
  ].join('\n    ');
}

function isScreen(path: string): path is Path {
  return Object.hasOwn(pages, path);
}

function ours(publicUrl: string): Picture {
  const { path, width, height, alt } = preview;
  return { url: publicUrl + path, width, height, alt, large: true };
}

function meta(kind: 'name' | 'property', name: string, content: string): string {
  return `<meta ${kind}="${name}" content="${escapeHtml(content)}" />`;
}

/** For a script element that is data: nothing in it, such as a title, can close the element. */
export function escapeJson(data: object | undefined): string {
  return (JSON.stringify(data) ?? '').replaceAll('<', '\\u003c');
}

const MACHINE_MADE = {
  digitalSourceType: [
    'https://schema.org/TrainedAlgorithmicMediaDigitalSource',
    DIGITAL_SOURCE_TYPE,
  ],
};

export function describeEpisode(
  episode: Listening['episode'],
  { publicUrl, url }: { publicUrl: string; url: string },
): object {
  const { title, summary, duration, durationSeconds, audioUrl, coverUrl, completedAt } = episode;
  const length = `PT${wholeSeconds(durationSeconds ?? duration * 60)}S`;
  return {
    '@context': 'https://schema.org',
    '@type': 'PodcastEpisode',
    name: title,
    url,
    ...(summary && { description: summary }),
    ...(coverUrl && { image: publicUrl + coverUrl }),
    ...(completedAt && { datePublished: completedAt }),
    inLanguage: 'en',
    duration: length,
    creator: { '@type': 'Organization', name: brand.name, url: publicUrl },
    creditText: AI_DISCLOSURE,
    ...MACHINE_MADE,
    ...(audioUrl && {
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: publicUrl + audioUrl,
        encodingFormat: 'audio/mpeg',
        duration: length,
        ...MACHINE_MADE,
      },
    }),
  };
}
