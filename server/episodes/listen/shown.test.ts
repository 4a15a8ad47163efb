import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import express from 'express';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emails, podcastParts, rateLimits } from '../../base/db/tables.ts';
import { s3Storage } from '../../base/files/s3Storage.ts';
import { builtSite } from '../../base/http/site.ts';
import { type AdminApp, openAdminApp } from '../../testing/adminApp.ts';
import { finish } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Answer, callsWith, explore, type Seen } from '../../testing/fuzz.ts';
import { adjustmentEvent, sendEvent } from '../../testing/paddleEvents.ts';
import { keepTables } from '../../testing/snapshot.ts';
import type { Patch } from '../log/lease.ts';
import { endLinks } from './episodeAccess.ts';
import { pageReader } from './podcasts.ts';

/*
 * Addresses that were shown once. Three strangers were given an episode, each by another secret, and
 * keep whatever any reply to them has shown; then something ends their access, and all of it is asked
 * for again, also in combinations that nobody was shown.
 */

let app: AdminApp;
let dist: string;
let site: ReturnType<typeof supertest>;
let standins: { s3: Parameters<typeof s3Storage>[0]; paddle: { webhookSecret: string } };
/** One serves all: what a test does to its rows is put back. */
let episode: Episode;
let strangers: Record<Secret, Seen>;
let restore: Awaited<ReturnType<typeof keepTables>>;
beforeAll(async () => {
  app = await openAdminApp();
  standins = await (await fetch(`${app.url}/standins/addresses`)).json();
  // The pages as the build writes them, in short.
  dist = await mkdtemp(path.join(tmpdir(), 'duologue-shown-'));
  await writeFile(path.join(dist, 'index.html'), '<!doctype html><!--head--><div id="root"></div>');
  await writeFile(
    path.join(dist, '.prerender.mjs'),
    'export const render = async (path, { opening: { title, summary } }) => title + summary;',
  );
  const pages = builtSite(dist, {
    publicUrl: 'http://duologue.example',
    sells: true,
    ...pageReader(app),
  });
  site = supertest(express().use(pages));
  episode = await anEpisode();
  strangers = await strangersOf(episode);
  restore = await keepTables(app.pool);
}, 120_000);
beforeEach(() => app.db.delete(rateLimits));
afterEach(() => restore());
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

/** What a listener can send of an episode: a verdict. */
const SAID = { right: true };

/** Asks without a session. */
async function ask(call: string): Promise<Answer> {
  const [method = '', address = ''] = call.split(' ');
  if (address.startsWith('/listen')) {
    const { status, text = '' } = await site[method.toLowerCase() as 'get'](address);
    return { status, text, location: null };
  }
  const reply = await fetch(app.url + address, {
    method,
    redirect: 'manual',
    ...(method === 'POST' && {
      headers: { origin: app.url, 'content-type': 'application/json' },
      body: JSON.stringify(SAID),
    }),
  });
  if (reply.status === 429) {
    await app.db.delete(rateLimits);
    return ask(call);
  }
  return {
    status: reply.status,
    text: await reply.text(),
    location: reply.headers.get('location'),
  };
}

/** How many addresses are asked for at once: of hundreds, the last would wait for all others. */
const AT_ONCE = 8;

async function askAll(calls: Iterable<string>): Promise<{ call: string; reply: Answer }[]> {
  const all = [...calls];
  const replies: { call: string; reply: Answer }[] = [];
  while (replies.length < all.length) {
    const next = all.slice(replies.length, replies.length + AT_ONCE);
    replies.push(
      ...(await Promise.all(next.map(async (call) => ({ call, reply: await ask(call) })))),
    );
  }
  return replies;
}

/** A paid episode with a cover and one part; `more` is what else its row says. */
async function anEpisode(more: Patch = {}) {
  const sale = await app.sale();
  await app.admin.post(`/api/admin/orders/${sale.id}/recheck`).expect(200);
  const { podcastId } = await app.find(sale.id);
  const row = await finish(app.db, podcastId ?? 0, more);
  const storage = s3Storage(standins.s3);
  const audioKey = `episodes/${row.publicId}/part-1.mp3`;
  await storage.put(audioKey, Buffer.from('sound'), 'audio/mpeg');
  await storage.put(`episodes/${row.publicId}/cover.jpg`, Buffer.from('jpeg'), 'image/jpeg');
  const part = { number: 1, startMilliseconds: 0, milliseconds: 9000, audioKey };
  await app.db.insert(podcastParts).values({ podcastId: row.id, ...part });
  return { ...sale, ...row, id: sale.id, podcastId: row.id };
}
type Episode = Awaited<ReturnType<typeof anEpisode>>;

type Secret = 'link' | 'email' | 'feed';

/** What whoever was given this is shown at first. */
const given: Record<Secret, (episode: Episode) => Promise<string>> = {
  async link({ visitor, publicId }) {
    const { body } = await visitor.get(`/api/podcasts/${publicId}`).expect(200);
    return `${body.podcast.listenUrl} ${body.podcast.listenUrl}&embed=1`;
  },
  async email({ visitor, publicId, podcastId }) {
    await visitor.post(`/api/podcasts/${publicId}/resend`).expect(200);
    const about = eq(emails.about, `podcast:${podcastId}`);
    const [message] = await app.db.select().from(emails).where(about);
    return `${message?.content?.text} ${message?.content?.html}`;
  },
  async feed({ visitor }) {
    return (await visitor.get('/api/account/feed').expect(200)).body.feedUrl;
  },
};

async function strangersOf(episode: Episode): Promise<Record<Secret, Seen>> {
  const seen = async (secret: Secret) => explore(ask, await given[secret](episode));
  return { link: await seen('link'), email: await seen('email'), feed: await seen('feed') };
}

/** What goes on without the episode, and then says nothing of it: the listen page and the feed. */
const isWithout = (call: string, text: string) =>
  / \/(listen|feeds)/.test(call) && !/tides|\/media\//.test(text);

/** What is still open of all that was seen, and of what can be guessed from it. */
async function openTo({ calls, keys }: Seen): Promise<string[]> {
  const all = new Set([...calls, ...[...keys].flatMap((key) => callsWith(app.endpoints, key))]);
  return (await askAll(all)).flatMap(({ call, reply: { status, text } }) =>
    [404, 410].includes(status) || isWithout(call, text) ? [] : [`${status} ${call}`],
  );
}

/** What whoever holds it was shown, and how it is answered now. */
async function answersTo({ calls }: Seen): Promise<string[]> {
  return (await askAll(calls)).map(({ call, reply: { status } }) => `${status} ${call}`);
}

/** How everything that belongs to the episode answers its owner's session. */
async function answersToOwner({ visitor, publicId }: Episode): Promise<Set<number>> {
  const names = ['episode.mp3', 'cover.jpg', 'transcript.json', 'transcript.vtt', 'chapters.json'];
  const media = [...names, 'parts.json', 'part-1.mp3'].map((name) => `/media/${publicId}/${name}`);
  const addresses = [`/api/listen/${publicId}`, `/api/podcasts/${publicId}`, ...media];
  const replies = await Promise.all(addresses.map((address) => visitor.get(address)));
  return new Set(replies.map(({ status }) => status));
}

const chargeback = async ({ transactionId, publicId, visitor }: Episode) => {
  const event = adjustmentEvent({ transactionId }, 'chargeback', 'approved', 4);
  const webhook = `${app.url}/api/webhooks/paddle`;
  await sendEvent(webhook, standins.paddle.webhookSecret, event);
  await eventually('access ends', async () => {
    return (await visitor.get(`/api/podcasts/${publicId}`)).status === 404;
  });
};
const replaceLink = async ({ visitor, publicId }: Episode) => {
  await visitor.post(`/api/podcasts/${publicId}/share-link`).expect(200);
};
const refund = async ({ id }: Episode) => {
  await app.admin.post(`/api/admin/orders/${id}/refund`).send({}).expect(200);
};

const moveFeed = async ({ visitor }: Episode) => {
  await visitor.post('/api/account/feed').expect(201);
};
const remove = async ({ visitor, publicId }: Episode) => {
  await visitor.delete(`/api/podcasts/${publicId}`).expect(204);
};

const ALL = ['link', 'email', 'feed'] as const;
type Case = [string, (episode: Episode) => Promise<void>, readonly Secret[], number[]];

it('a signed link to the sound or a part of it lives for two hours', async () => {
  const { shareToken } = episode;
  for (const name of ['episode.mp3', 'file/x.mp3', 'part-1.mp3']) {
    const { location } = await ask(`GET /media/${shareToken}/${name}`);
    expect(new URL(location ?? '').searchParams.get('X-Amz-Expires')).toBe('7200');
  }
});

it('a browser asks each time for what it has kept of an episode, and no more once the link ended', async () => {
  const { podcastId, shareToken } = episode;
  const names = [
    ...['cover.jpg', 'parts.json', 'transcript.json', 'transcript.vtt'],
    ...['chapters.json', 'sources.json'],
  ];
  const kept = await Promise.all(
    names.map(async (name) => {
      const reply = app.visitor().get(`/media/${shareToken}/${name}`).expect(200);
      const { headers } = await reply.expect('Cache-Control', 'private, no-cache');
      return { name, etag: String(headers.etag) };
    }),
  );
  const answers = () =>
    Promise.all(
      kept.map(async ({ name, etag }) => {
        const again = app.visitor().get(`/media/${shareToken}/${name}`);
        return (await again.set('If-None-Match', etag)).status;
      }),
    );
  expect(new Set(await answers())).toEqual(new Set([304]));
  await endLinks(app.db, podcastId);
  expect(new Set(await answers())).toEqual(new Set([404]));
});

// Up to five hundred requests a test.
describe('shown address', { timeout: 120_000 }, () => {
  it('each secret of an episode opens all that its holder needs, and shows none of the others', async () => {
    const keys: string[] = [];
    for (const secret of ALL) {
      const answers = await answersTo(strangers[secret]);
      expect(answers.filter((answer) => !/^(200|302) /.test(answer))).toEqual([]);
      const calls = answers.join('\n');
      expect(calls).toMatch(/^302 GET \/media\/[\w.-]+\/(episode|file\/why-tides-turn)\.mp3$/m);
      expect(calls).toMatch(/^200 GET \/media\/[\w.-]+\/cover\.jpg$/m);
      expect(calls).toMatch(/^200 GET \/media\/[\w.-]+\/transcript\.json$/m);
      expect(calls).toMatch(/^200 GET \/api\/listen\//m);
      keys.push(...strangers[secret].keys);
    }
    const common = keys.filter((key, at) => keys.indexOf(key) !== at);
    // The names of two voices are the catalogue's, and open nothing of an episode.
    const { publicId, voice1Id, voice2Id } = episode;
    expect(new Set(common)).toEqual(new Set([publicId, voice1Id, voice2Id]));
  });

  it('an enclosure of a feed that has moved answers 410', async () => {
    const { calls } = strangers.feed;
    await moveFeed(episode);
    const [enclosure = ''] = [...calls].filter((call) => /^GET .*\/file\//.test(call));
    expect((await ask(enclosure)).status).toBe(410);
    expect((await ask(enclosure.replace('GET', 'HEAD'))).status).toBe(410);
  });

  it('a public id opens an episode to its owner’s session alone', async () => {
    const { visitor: other } = await app.buyer();
    const calls = callsWith(app.endpoints, episode.publicId).filter(
      (call) => !/ \/(listen|feeds)/.test(call),
    );
    expect(calls.length).toBeGreaterThan(9);
    for (const call of calls) {
      const [method = '', address = ''] = call.split(' ');
      const send = (browser: typeof other) => {
        const request = browser[method.toLowerCase() as 'get'](address);
        return method === 'POST' ? request.send(SAID) : request;
      };
      expect([call, (await send(other)).status]).toEqual([call, 404]);
      expect([call, (await send(app.admin)).status]).toEqual([call, 404]);
      expect([call, (await send(episode.visitor)).status]).toEqual([
        call,
        expect.toBeOneOf([200, 204, 302]),
      ]);
    }
  });

  it.each<[string, (episode: Episode) => Promise<void>]>([
    ['“Replace the link”', replaceLink],
    ['a refund by hand', refund],
    ['a chargeback', chargeback],
  ])('after %s every address of an unfinished episode is closed', async (_, act) => {
    const unfinished = await anEpisode({ status: 'processing', stage: 'speaking' });
    const seen = await explore(ask, await given.link(unfinished));
    expect(await answersTo(seen)).toContain(`302 GET /media/${unfinished.shareToken}/part-1.mp3`);
    await act(unfinished);
    expect(await openTo(seen)).toEqual([]);
  });

  // With the deletion last, because the sound is not put back.
  it.each<Case>([
    ['“Replace the link”', replaceLink, ['link'], [200, 302]],
    ['a new feed address', moveFeed, ['feed'], [200, 302]],
    ['a refund by hand', refund, ALL, [200, 302]],
    ['a chargeback', chargeback, ALL, [404]],
    ['the episode’s deletion', remove, ALL, [404]],
  ])(
    'after %s every address shown by a link that it ends is closed, and every other works',
    async (_, act, ended, owners) => {
      const before = new Map<Secret, string[]>();
      for (const secret of ALL) {
        if (!ended.includes(secret)) before.set(secret, await answersTo(strangers[secret]));
      }
      expect(await answersToOwner(episode)).toEqual(new Set([200, 302]));
      await act(episode);
      for (const secret of ALL) {
        const answers = before.get(secret);
        if (answers) expect(await answersTo(strangers[secret])).toEqual(answers);
        else expect(await openTo(strangers[secret])).toEqual([]);
      }
      expect(await answersToOwner(episode)).toEqual(new Set(owners));
    },
  );
});
