import { createHash } from 'node:crypto';
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from '#shared/aiDisclosure.ts';
import { brand } from '#shared/brand.ts';
import { wholeSeconds } from '#shared/clock.ts';
import { hostsOf, type Noted, notesOf } from './notes.ts';
import { element, type Node, xmlDocument } from './xml.ts';

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
