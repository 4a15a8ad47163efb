import { brand } from '#shared/brand.ts';
import { guidOf } from './guid.ts';
import { element, type Node, xmlDocument } from './xml.ts';

/** A finished episode as a feed tells of it. */
export interface Item {
  publicId: string;
  /** What opens it to whoever has the feed, and to nobody once the feed has another address. */
  token: string;
  title: string;
  /** The title that it was made with, which its file keeps. */
  madeAs: string;
  summary: string | null;
  voice1Name: string;
  voice2Name: string;
  durationSeconds: number | null;
  duration: number;
  audioBytes: number;
  completedAt: Date;
}

interface Channel {
  feedUrl: string;
  publicUrl: string;
  supportEmail: string;
  /** What its owner is called, if they told us. */
  firstName: string | null;
  items: Item[];
}

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
};

const AI_MARK = 'The hosts are AI voices and the script was made by AI; it may contain mistakes.';

/**
 * RSS 2.0 with Apple's tags (Apple, "Podcast RSS feed requirements") and those of Podcasting 2.0
 * (podcast-namespace `docs/1.0.md`): for one listener, so every directory is told to leave it out.
 */
export function rssOf({ feedUrl, publicUrl, supportEmail, firstName, items }: Channel): string {
  const title = firstName ? `${firstName}’s tapes on ${brand.name}` : `Your tapes on ${brand.name}`;
  const art = `${publicUrl}/podcast-1400.png`;
  return xmlDocument(
    element('rss', { version: '2.0', ...NAMESPACES }, [
      element('channel', {}, [
        text('title', title),
        text('link', `${publicUrl}/dashboard`),
        text(
          'description',
          `Every episode you had made by ${brand.name}, for your ears. ${AI_MARK}`,
        ),
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
          text('itunes:email', supportEmail),
        ]),
        element('itunes:category', { text: 'Education' }),
        text('itunes:explicit', 'false'),
        text('itunes:type', 'episodic'),
        text('itunes:block', 'Yes'),
        text('podcast:block', 'yes'),
        element('podcast:locked', { owner: supportEmail }, ['yes']),
        text('podcast:guid', guidOf(feedUrl)),
        text('podcast:medium', 'podcast'),
        ...items.map((item) => itemOf(item, publicUrl)),
      ]),
    ]),
  );
}

function itemOf(item: Item, publicUrl: string): Node {
  const media = (name: string) => `${publicUrl}/media/${item.token}/${name}`;
  const seconds = item.durationSeconds ?? item.duration * 60;
  const hosts = `${item.voice1Name} and ${item.voice2Name} talk it through.`;
  return element('item', {}, [
    text('title', item.title),
    text('description', [item.summary, hosts, AI_MARK].filter(Boolean).join('\n\n')),
    text('link', `${publicUrl}/listen?episode=${item.token}`),
    // Never another one: by it an app knows what it has, wherever the file is now.
    element('guid', { isPermaLink: 'false' }, [item.publicId]),
    text('pubDate', item.completedAt.toUTCString()),
    element('enclosure', {
      url: media(`file/${slugOf(item.madeAs)}.mp3`),
      length: String(item.audioBytes),
      type: 'audio/mpeg',
    }),
    element('itunes:image', { href: media('cover.jpg') }),
    text('itunes:duration', String(Math.round(seconds))),
    text('itunes:explicit', 'false'),
    text('itunes:episodeType', 'full'),
    text('itunes:author', brand.name),
    element('podcast:transcript', { url: media('transcript.vtt'), type: 'text/vtt' }),
    element('podcast:transcript', { url: media('transcript.json'), type: 'application/json' }),
    element('podcast:chapters', { url: media('chapters.json'), type: 'application/json+chapters' }),
  ]);
}

/** As apps name the file: `why-tides-turn`. */
function slugOf(title: string): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[a-z0-9]+/g);
  return words?.join('-').slice(0, 60).replace(/-$/, '') ?? 'episode';
}

const text = (name: string, content: string): Node => element(name, {}, [content]);
