import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sampleList } from '#shared/samples.ts';
import { type Db, openDatabase } from '../../base/db/openDatabase.ts';
import { emails, podcasts, voiceStates } from '../../base/db/tables.ts';
import { failEpisode } from '../../episodes/delivery/finish.ts';
import { openEpisodeLog } from '../../episodes/log/episodeLog.ts';
import { openOutbox } from '../../mail/outbox/outbox.ts';
import { describeKnown } from '../../supply/voices/fixtures.ts';
import { aPodcast } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openSamples } from './demoSamples.ts';
import { castHosts, FIRST_SAMPLES } from './first.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  postgres = await testDatabase();
  await postgres.db.execute(sql`create table jobs (podcast_id integer not null)`);
});
afterEach(() => postgres.close());

const voices = { list: async () => describeKnown() };
const realSettings = 'elevenlabs/model/pcm_24000';

/** The demos of one instance: jobs are rows, and `beforeJob` runs before each is written. */
function room(db = postgres.db, beforeJob: (podcastId: number) => void | Promise<void> = () => {}) {
  return openSamples({
    db,
    voices,
    realSettings: null,
    queue: {
      async enqueue(tx, podcastId) {
        await beforeJob(podcastId);
        await tx.execute(sql`insert into jobs values (${podcastId})`);
      },
    },
  });
}

async function made() {
  const rows = await postgres.db.select().from(podcasts).orderBy(podcasts.id);
  const { rows: jobs } = await postgres.db.execute<{ podcast_id: number }>(
    sql`select podcast_id from jobs order by podcast_id`,
  );
  return { rows, jobs: jobs.map((job) => job.podcast_id) };
}

/** An episode as production leaves it. */
async function finished(change: Partial<typeof podcasts.$inferInsert> = {}) {
  const { id, publicId } = await aPodcast(postgres.db);
  await postgres.db
    .update(podcasts)
    .set({
      status: 'completed',
      title: `Tape ${id}`,
      summary: 'Two people on tides.',
      audioKey: 'episodes/x/episode.mp3',
      audioBytes: 1000,
      durationSeconds: 600.4,
      completedAt: sql`now()`,
      ...change,
    })
    .where(eq(podcasts.id, id));
  return publicId;
}

describe('first demos', () => {
  it('a first start orders three demos in different styles, tones and voices, without an owner', async () => {
    await room().makeFirst();
    const { rows, jobs } = await made();
    expect(jobs).toEqual(rows.map(({ id }) => id));
    expect(rows).toHaveLength(3);
    for (const choice of ['style', 'tone', 'topic'] as const) {
      expect(new Set(rows.map((row) => row[choice])).size, choice).toBe(3);
    }
    expect(new Set(rows.flatMap((row) => [row.voice1Id, row.voice2Id])).size).toBe(6);
    for (const row of rows) {
      expect(row).toMatchObject({ isSample: true, status: 'processing', userId: null, email: '' });
    }
  });

  it('two instances that start at the same moment order the demos once', async () => {
    const other = openDatabase(postgres.url);
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const first = room(postgres.db, () => {
      begun.resolve();
      return held.promise;
    }).makeFirst();
    await begun.promise;
    let isOver = false;
    const second = room(other.db)
      .makeFirst()
      .finally(() => {
        isOver = true;
      });
    await eventually('the second one waits for the first', async () => {
      const { rowCount } = await postgres.db.execute(sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return isOver || rowCount;
    });
    held.resolve();
    await Promise.all([first, second]);
    await other.close();
    const { rows, jobs } = await made();
    expect([rows.length, jobs.length]).toEqual([3, 3]);
  });

  it('the next start orders all demos when the first one crashed halfway', async () => {
    let jobs = 0;
    const crashing = room(postgres.db, () => {
      if (++jobs === 2) throw new Error('the power went');
    });
    await expect(crashing.makeFirst()).rejects.toThrow('the power went');
    expect(await made()).toEqual({ rows: [], jobs: [] });
    await room().makeFirst();
    expect((await made()).jobs).toHaveLength(3);
  });

  it('no demos are ordered where an episode is featured already', async () => {
    await finished({ isSample: true });
    await room().makeFirst();
    expect((await made()).rows).toHaveLength(1);
  });

  it('demos that were taken off are not ordered again', async () => {
    await room().makeFirst();
    await postgres.db.update(podcasts).set({ isSample: false });
    await room().makeFirst();
    expect((await made()).rows).toHaveLength(3);
  });
});

it('a demo that cannot be made fails without an email', async () => {
  await room().makeFirst();
  const { db } = postgres;
  const mailer = { send: async () => undefined };
  const outbox = openOutbox({ db, mailer, host: 'example.com' });
  const tools = { db, outbox, publicUrl: 'http://x', supportEmail: 'help@example.com' };
  const work = await openEpisodeLog(db).acquire((await made()).jobs[0] ?? 0);
  if (!work) throw new Error('there is no demo to give up');
  await failEpisode(tools, work, 'A service we depend on kept failing.');
  expect((await made()).rows[0]?.status).toBe('failed');
  expect(await db.$count(emails)).toBe(0);
});

describe('demo list', () => {
  it('the demo list holds finished demos only, newest first, and counts those in the making', async () => {
    await finished();
    await finished({ isSample: true, title: 'Older' });
    await finished({ isSample: true, title: 'Newer' });
    await finished({ isSample: true, status: 'failed' });
    await finished({ isSample: true, status: 'deleted' });
    await finished({ isSample: true, status: 'processing' });
    const { samples, recording } = await room().list();
    expect(samples.map(({ title }) => title)).toEqual(['Newer', 'Older']);
    expect(recording).toBe(1);
  });

  it('a demo that is finished while the list is read is in it, or counted as in the making', async () => {
    await finished({ isSample: true });
    const { id } = await aPodcast(postgres.db);
    await postgres.db.update(podcasts).set({ isSample: true }).where(eq(podcasts.id, id));
    // Finished just before the count, wherever that comes.
    const db = new Proxy(postgres.db, {
      get(target, key) {
        if (key !== '$count') return Reflect.get(target, key);
        return async (...args: Parameters<Db['$count']>) => {
          await target.update(podcasts).set({ status: 'completed' }).where(eq(podcasts.id, id));
          return target.$count(...args);
        };
      },
    });
    const { samples, recording } = await room(db).list();
    expect(samples.length + recording).toBe(2);
  });

  it('the demo list says nothing about the owner of an episode', async () => {
    const publicId = await finished({
      isSample: true,
      email: 'mira@example.com',
      amountPaid: 1_234_567,
    });
    const list = await room().list();
    expect(sampleList.strict().parse(list)).toEqual(list);
    const json = JSON.stringify(list);
    expect(json).not.toContain(publicId);
    expect(json).not.toContain('mira@example.com');
    expect(json).not.toContain('1234567');
  });

  it('the demo list has at most twelve entries', async () => {
    for (let i = 0; i < 13; i++) await finished({ isSample: true });
    expect((await room().list()).samples).toHaveLength(12);
  });
});

it('beside a real account only demos made after its first voice sample are shown', async () => {
  const { db } = postgres;
  const queue = { enqueue: async () => {} };
  const real = openSamples({ db, voices, queue, realSettings });
  const shown = async () => (await real.list()).samples.length;
  await finished({ isSample: true });
  expect(await shown()).toBe(0);
  const sampleVoice = (settings: string) =>
    db.insert(voiceStates).values({ voiceId: 'v', settings, sampledAt: sql`now()` });
  await sampleVoice('127.0.0.1/model/pcm_24000');
  expect(await shown()).toBe(0);
  await sampleVoice(realSettings);
  expect(await shown()).toBe(0);
  await finished({ isSample: true });
  expect(await shown()).toBe(1);
  expect((await room().list()).samples).toHaveLength(2);
});

describe('missing demos', () => {
  it('only demos that are neither finished nor in the making are ordered', async () => {
    expect(await room().makeMissing()).toBe(3);
    expect(await room().makeMissing()).toBe(0);
    const [lost] = (await made()).jobs;
    await postgres.db
      .update(podcasts)
      .set({ status: 'failed' })
      .where(eq(podcasts.id, lost ?? 0));
    expect(await room().makeMissing()).toBe(1);
    const { rows, jobs } = await made();
    expect([rows.length, jobs.length]).toEqual([4, 4]);
    expect(rows[3]?.topic).toBe(rows[0]?.topic);
  });

  it('one that was taken off in Admin is not made again', async () => {
    await room().makeMissing();
    const [first, second] = (await made()).jobs;
    await postgres.db
      .update(podcasts)
      .set({ isSample: false, status: 'completed' })
      .where(eq(podcasts.id, first ?? 0));
    await postgres.db
      .update(podcasts)
      .set({ status: 'failed' })
      .where(eq(podcasts.id, second ?? 0));
    expect(await room().countMissing()).toBe(1);
    expect(await room().makeMissing()).toBe(1);
    expect(await room().countMissing()).toBe(0);
  });

  it('an episode that somebody ordered on a demo’s topic is no demo', async () => {
    const { id } = await aPodcast(postgres.db);
    const [{ topic } = { topic: '' }] = FIRST_SAMPLES;
    const sold = { topic, status: 'completed' as const };
    await postgres.db.update(podcasts).set(sold).where(eq(podcasts.id, id));
    expect(await room().countMissing()).toBe(3);
  });

  it('two at once order each demo once', async () => {
    const ordered = await Promise.all([room().makeMissing(), room().makeMissing()]);
    expect(ordered.sort()).toEqual([0, 3]);
    expect((await made()).jobs).toHaveLength(3);
  });

  it('demos of a rehearsal are replaced beside a real account', async () => {
    await room().makeMissing();
    const { db } = postgres;
    await db.update(podcasts).set({ createdAt: sql`now() - interval '1 day'` });
    await db.insert(voiceStates).values({
      voiceId: 'v',
      settings: realSettings,
      sampledAt: sql`now()`,
    });
    const queue = { enqueue: async () => {} };
    const real = openSamples({ db, voices, queue, realSettings });
    expect(await real.makeMissing()).toBe(3);
    expect(await real.makeMissing()).toBe(0);
  });
});

it('a demo is cast with others where its own hosts are not for sale, a man beside a woman', () => {
  const known = describeKnown();
  for (const { hosts } of FIRST_SAMPLES) {
    expect(castHosts(hosts, known).map(({ id }) => id)).toEqual(hosts);
    for (const gone of [[hosts[0]], [hosts[1]], hosts]) {
      const cast = castHosts(
        hosts,
        known.filter(({ id }) => !gone.includes(id)),
      );
      expect(cast.map(({ gender }) => gender).sort()).toEqual(['Female', 'Male']);
    }
    expect(() => castHosts(hosts, known.slice(0, 1))).toThrow('a demo needs two voices');
  }
});
