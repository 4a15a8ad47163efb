import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EpisodeWave } from '#shared/episode.ts';
import { drawWave, WAVE_SLOTS } from '#shared/wave.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import * as tables from '../../base/db/tables.ts';
import { s3Storage } from '../../base/files/s3Storage.ts';
import { aFinishedPodcast } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import type { Patch } from './lease.ts';
import { waveOf, withWaves } from './timeline.ts';

const { podcastLines, podcasts, users } = tables;

const line = (speaker: 'A' | 'B', start: number | null, seconds: number, section = 0) => ({
  speaker,
  section,
  startMilliseconds: start === null ? null : start * 1000,
  milliseconds: seconds * 1000,
});

describe('wave of an episode', () => {
  it('each slot holds the share of it that each host speaks', () => {
    const lines = [line('A', 0, 1.5), line('B', 1.75, 0.25), line('A', 95, 1)];
    const wave = waveOf(lines, WAVE_SLOTS);
    const silence = Array(WAVE_SLOTS).fill(0);
    expect(wave?.a).toEqual(silence.with(0, 1).with(1, 0.5).with(95, 1));
    expect(wave?.b).toEqual(silence.with(1, 0.25));
  });

  it('where the hosts speak at once, and where one goes on past the end, no share exceeds one', () => {
    const lines = [line('A', 0, 50), line('A', 49.5, 10), line('B', 40, 1000)];
    const wave = waveOf(lines, 60);
    expect(wave?.a).toHaveLength(WAVE_SLOTS);
    expect(wave?.b).toHaveLength(WAVE_SLOTS);
    expect(Math.max(...(wave?.a ?? []), ...(wave?.b ?? []))).toBe(1);
  });

  it('chapters begin with their first line on the timeline, and the first one goes without saying', () => {
    const lines = [
      line('A', 2, 10, 0),
      line('B', null, 10, 1),
      line('A', 30, 10, 1),
      line('B', 40, 10, 1),
      line('A', 75, 10, 3),
    ];
    expect(waveOf(lines, 100)?.chapters).toEqual([0.3, 0.75]);
  });

  it('there is none without a line on the timeline', () => {
    expect(waveOf([line('A', null, 10)], 100)).toBeNull();
    expect(waveOf([], 100)).toBeNull();
  });
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

async function anOwner() {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('no account was made');
  return { visitor, user };
}

/** A finished episode in which the first host has two thirds of what is said, in lines of 3 to 12 seconds. */
async function aTalk(userId: number, more: Patch = {}) {
  const episode = await aFinishedPodcast(app.db, userId, { durationSeconds: 600, ...more });
  await app.db.delete(podcastLines).where(eq(podcastLines.podcastId, episode.id));
  await app.db.execute(sql`
    insert into podcast_lines
      (podcast_id, position, section, speaker, text, start_milliseconds, milliseconds, state)
    select ${episode.id}, n, n / 20, case when n % 2 = 0 then 'A' else 'B' end, 'So.',
      n * 9000 + (n % 2) * 3000, (4 - n % 2 * 2) * 2000 + n % 3 * 1000 * (n % 2), 'spoken'
    from generate_series(0, 65) as n`);
  return episode;
}

const storedWave = async (id: number) => {
  const [row] = await app.db.select().from(podcasts).where(eq(podcasts.id, id));
  return row?.wave;
};

/** How often a database is asked, and what. */
function listenTo(): { db: Db; queries: string[] } {
  const queries: string[] = [];
  const logger = { logQuery: (query: string) => void queries.push(query) };
  return { db: drizzle(app.pool, { schema: tables, logger }), queries };
}

describe('an episode from before waves were kept', () => {
  it('is drawn the same on the shelf, on its page and among the demos', async () => {
    const { visitor, user } = await anOwner();
    const { id, publicId, shareToken } = await aTalk(user.id, { isSample: true });
    const shelf = (await visitor.get('/api/podcasts').expect(200)).body.podcasts[0].wave;
    const alone = (await visitor.get(`/api/podcasts/${publicId}`)).body.podcast.wave;
    const page = (await app.visitor().get(`/api/listen/${shareToken}`)).body.episode.wave;
    const demo = (await app.visitor().get('/api/samples')).body.samples[0].wave;
    expect(shelf.a).toHaveLength(WAVE_SLOTS);
    expect([alone, page, demo]).toEqual([shelf, shelf, shelf]);
    expect(await storedWave(id)).toEqual(shelf);
  });

  it('gives each host his share of what is drawn, on a phone and on a desktop', async () => {
    const { visitor, user } = await anOwner();
    const { publicId } = await aTalk(user.id);
    const { wave } = (await visitor.get(`/api/podcasts/${publicId}`)).body.podcast;
    const total = (shares: number[]) => shares.reduce((sum, share) => sum + share, 0);
    const share = total(wave.a) / (total(wave.a) + total(wave.b));
    expect(share).toBeGreaterThan(0.55);
    for (const width of [390, 1280]) {
      const { a, b } = drawWave(wave, { seed: publicId, width, height: 72 });
      expect(Math.abs(widthOf(a) / (widthOf(a) + widthOf(b)) - share)).toBeLessThan(0.05);
    }
  });

  it('is computed once, and twenty of them with one question and one answer', async () => {
    const { user } = await anOwner();
    for (let i = 0; i < 20; i++) await aTalk(user.id);
    const rows = await app.db.select().from(podcasts).where(eq(podcasts.userId, user.id));
    const { db, queries } = listenTo();
    const drawn = await withWaves(db, rows);
    expect(drawn.map(({ wave }) => wave?.a.length)).toEqual(Array(20).fill(WAVE_SLOTS));
    expect(queries).toHaveLength(2);
    const again = await app.db.select().from(podcasts).where(eq(podcasts.userId, user.id));
    expect((await withWaves(db, again)).map(({ wave }) => wave)).toEqual(
      again.map(({ wave }) => wave),
    );
    expect(queries).toHaveLength(2);
  });

  it('several requests at once give the same', async () => {
    const { visitor, user } = await anOwner();
    for (let i = 0; i < 5; i++) await aTalk(user.id);
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => visitor.get('/api/podcasts').expect(200)),
    );
    const waves = replies.map(({ body }) =>
      body.podcasts.map(({ wave }: { wave: EpisodeWave | null }) => wave),
    );
    expect(waves[0]?.[0]?.a).toHaveLength(WAVE_SLOTS);
    for (const each of waves) expect(each).toEqual(waves[0]);
    const { body } = await visitor.get('/api/podcasts');
    expect(body.podcasts.map(({ wave }: { wave: EpisodeWave | null }) => wave)).toEqual(waves[0]);
  });

  it('one that was stored meanwhile stays, and one that is being made gets none', async () => {
    const { visitor, user } = await anOwner();
    const kept = { a: [1], b: [0], chapters: [] };
    const made = await aTalk(user.id);
    await app.db.update(podcasts).set({ wave: kept }).where(eq(podcasts.id, made.id));
    await withWaves(app.db, [made]);
    expect(await storedWave(made.id)).toEqual(kept);
    const making = await aTalk(user.id, { status: 'processing' });
    const { body } = await visitor.get(`/api/podcasts/${making.publicId}`).expect(200);
    expect(body.podcast.wave).toBeNull();
    expect(await storedWave(making.id)).toBeNull();
  });
});

/** The width of the silhouettes of a path of M and C commands together, px. */
function widthOf(path: string): number {
  const shapes = path.split('Z').filter(Boolean);
  return shapes.reduce((sum, shape) => {
    const numbers = shape.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];
    const across = numbers.filter((_, i) => i % 2 === 0);
    return sum + Math.max(...across) - Math.min(...across);
  }, 0);
}

describe('wave.png', () => {
  it('shows the wave of a finished episode to whoever has its link, twice as large as an email needs', async () => {
    const { visitor, user } = await anOwner();
    const [one, other] = [await aTalk(user.id), await aFinishedPodcast(app.db, user.id)];
    const ask = async (token: string) =>
      (await app.visitor().get(`/media/${token}/wave.png`).expect(200)).body as Buffer;
    const png = await ask(one.emailToken);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1120, 160]);
    expect((await ask(one.shareToken)).equals(png)).toBe(true);
    expect((await ask(other.emailToken)).equals(png)).toBe(false);
    await visitor.get(`/media/${one.publicId}/wave.png`).expect(200);
    await app.visitor().get(`/media/${one.publicId}/wave.png`).expect(404);
    const making = await aTalk(user.id, { status: 'processing' });
    await app.visitor().get(`/media/${making.emailToken}/wave.png`).expect(404);
  });

  it('is asked for again each time, and sent only when it has changed', async () => {
    const { user } = await anOwner();
    const { emailToken } = await aTalk(user.id);
    const { headers } = await app.visitor().get(`/media/${emailToken}/wave.png`);
    expect([headers['cache-control'], headers['content-type']]).toEqual([
      'private, no-cache',
      'image/png',
    ]);
    const again = app.visitor().get(`/media/${emailToken}/wave.png`);
    await again.set('If-None-Match', String(headers.etag)).expect(304);
  });
});

describe('pictures of an email in webmail', () => {
  it('a browser that is signed in here may show what the link opens, and nothing else', async () => {
    const { visitor, user } = await anOwner();
    const { emailToken, publicId } = await aTalk(user.id);
    const { s3 } = await (await fetch(`${app.url}/standins/addresses`)).json();
    await s3Storage(s3).put(`episodes/${publicId}/cover.jpg`, Buffer.from('jpeg'), 'image/jpeg');
    const policyOf = async (path: string) =>
      (await visitor.get(path).expect(200)).headers['cross-origin-resource-policy'];
    for (const name of ['cover.jpg', 'wave.png']) {
      expect(await policyOf(`/media/${emailToken}/${name}`)).toBe('cross-origin');
      expect(await policyOf(`/media/${publicId}/${name}`)).toBe('same-origin');
    }
    for (const name of ['transcript.json', 'transcript.vtt', 'chapters.json']) {
      expect(await policyOf(`/media/${emailToken}/${name}`)).toBe('same-origin');
    }
    expect(await policyOf('/api/podcasts')).toBe('same-origin');
  });
});
