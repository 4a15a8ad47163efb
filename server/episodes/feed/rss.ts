import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { brand } from '#shared/brand.ts';
import { clock, wholeSeconds } from '#shared/clock.ts';
import type { EpisodeSources } from '#shared/sources.ts';
import type { Chapter } from '../log/timeline.ts';

export interface Item extends Noted {
  publicId: string;
  /** Opens the episode to anyone who has the feed, until the feed's address changes. */
  token: string;
  title: string;
  /** The title that the episode was made with, which its file keeps. */
  madeAs: string;
  durationSeconds: number | null;
  duration: number;
  audioBytes: number;
  completedAt: Date;
}

interface Channel {
  feedUrl: string;
  /** Stays when the address changes. */
  guid: string;
  publicUrl: string;
  supportEmail: string;
  firstName: string | null;
  items: Item[];
}

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  // IPTC's own namespace, of the property that tells where a file comes from.
  'xmlns:Iptc4xmpExt': 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
};

const MACHINE_MADE = text('Iptc4xmpExt:DigitalSourceType', DIGITAL_SOURCE_TYPE);

/** Apple, "Podcast RSS feed requirements"; Podcasting 2.0, podcast-namespace `docs/1.0.md`. */
export function rssOf(channel: Channel): string {
  const { feedUrl, guid, publicUrl, supportEmail, firstName, items } = channel;
  const title = firstName
    ? `${firstName}’s episodes on ${brand.name}`
    : `Your episodes on ${brand.name}`;
  const art = `${publicUrl}/podcast-1400.png`;
  return xmlDocument(
    element('rss', { version: '2.0', ...NAMESPACES }, [
      element('channel', {}, [
        text('title', title),
        text('link', `${publicUrl}/dashboard`),
        text('description', `Every episode ${brand.name} has made for you. ${AI_DISCLOSURE}`),
        text('language', 'en'),
        text('generator', brand.name),
        element('atom:link', { href: feedUrl, rel: 'self', type: 'application/rss+xml' }),
        element('image', {}, [
          text('url', art),
          text('title', title),
          text('link', `${publicUrl}/dashboard`),
        ]),
        element('itunes:image', { href: art }),
        text('itunes:author', brand.name),
        element('itunes:owner', {}, [
          text('itunes:name', brand.name),
          ...(supportEmail ? [text('itunes:email', supportEmail)] : []),
        ]),
        element('itunes:category', { text: 'Education' }),
        text('itunes:explicit', 'false'),
        text('itunes:type', 'episodic'),
        text('itunes:block', 'Yes'),
        text('podcast:block', 'yes'),
        ...(supportEmail ? [element('podcast:locked', { owner: supportEmail }, ['yes'])] : []),
        text('podcast:guid', guid),
        text('podcast:medium', 'podcast'),
        MACHINE_MADE,
        ...items.map((item) => itemOf(item, publicUrl)),
      ]),
    ]),
  );
}

function itemOf(item: Item, publicUrl: string): Node {
  const media = (name: string) => `${publicUrl}/media/${item.token}/${name}`;
  const seconds = item.durationSeconds ?? item.duration * 60;
  const listenUrl = `${publicUrl}/listen?episode=${item.token}`;
  const file = fileNameOf(item.madeAs, item.publicId);
  return element('item', {}, [
    text('title', item.title),
    text('description', [item.summary, hostsOf(item), AI_DISCLOSURE].filter(Boolean).join('\n\n')),
    text('content:encoded', notesOf(item, listenUrl)),
    text('link', listenUrl),
    // Never changes: apps know an episode by it, wherever its file is.
    element('guid', { isPermaLink: 'false' }, [item.publicId]),
    text('pubDate', item.completedAt.toUTCString()),
    element('enclosure', {
      url: media(`file/${file}.mp3`),
      length: String(item.audioBytes),
      type: 'audio/mpeg',
    }),
    element('itunes:image', { href: media('cover.jpg') }),
    text('itunes:duration', String(wholeSeconds(seconds))),
    text('itunes:explicit', 'false'),
    text('itunes:episodeType', 'full'),
    text('itunes:author', brand.name),
    ...[item.voice1Name, item.voice2Name].map(personOf),
    element('podcast:transcript', { url: media('transcript.vtt'), type: 'text/vtt', ...SPOKEN }),
    element('podcast:transcript', {
      url: media('transcript.json'),
      type: 'application/json',
      ...SPOKEN,
    }),
    element('podcast:chapters', { url: media('chapters.json'), type: 'application/json+chapters' }),
    MACHINE_MADE,
  ]);
}

/** Word for word what is heard, with its times. */
const SPOKEN = { language: 'en', rel: 'captions' };

/** A voice is no person, and an app that shows the host should say so. */
function personOf(name: string): Node {
  return element('podcast:person', { role: 'host', group: 'cast' }, [`${name} (AI voice)`]);
}

function text(name: string, content: string): Node {
  return element(name, {}, [content]);
}

/** Must never change. Some programs take two episodes with one file name for the same. */
function fileNameOf(title: string, publicId: string): string {
  const own = createHash('sha256').update(publicId).digest('hex').slice(0, 8);
  return `${slugOf(title) || 'episode'}-${own}`;
}

function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, 60).replace(/-$/, '') ?? '';
}

interface Noted {
  summary: string | null;
  voice1Name: string;
  voice2Name: string;
  chapters: Chapter[];
  sources: Pick<EpisodeSources['sources'][number], 'title' | 'site' | 'url'>[];
}

/** Uses only the few tags that podcast apps show. */
function notesOf(episode: Noted, listenUrl: string): string {
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

function hostsOf({ voice1Name, voice2Name }: Noted): string {
  return `${voice1Name} and ${voice2Name} talk it through.`;
}

const paragraph = (html: string) => `<p>${html}</p>`;

type Node = string | Element;
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Node[];
}

function element(
  name: string,
  attributes: Record<string, string> = {},
  children: Node[] = [],
): Element {
  return { name, attributes, children };
}

/** Names must be ours; every text and value is escaped here. */
function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(root)}\n`;
}

function write(node: Node): string {
  if (typeof node === 'string') return escapeXml(node);
  const { name, attributes, children } = node;
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  const start = `<${name}${given.join('')}`;
  return children.length ? `${start}>${children.map(write).join('')}</${name}>` : `${start}/>`;
}

/** Drops the characters that XML 1.0 cannot hold even when escaped (section 2.2). */
function escapeXml(text: string): string {
  const allowed = text
    .toWellFormed()
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '');
  return escapeHtml(allowed);
}
