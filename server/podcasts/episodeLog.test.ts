import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcastLines, podcasts } from '../db/tables.ts';
import { aPodcast } from '../testing/builders.ts';
import { eventually } from '../testing/eventually.ts';
import { testDatabase } from '../testing/postgres.ts';
import { type EpisodeLog, openEpisodeLog } from './episodeLog.ts';
import { type LeasedEpisode, LeaseLost } from './lease.ts';
import { partsOf } from './parts.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  postgres = await testDatabase();
});
afterAll(() => postgres.close());

const line = { speaker: 'A' as const, text: 'Hello there, night owl.' };
const clip = { clipKey: 'clips/1.wav', milliseconds: 1500 };

async function taken() {
  const episodeLog = openEpisodeLog(postgres.db);
  const { id } = await aPodcast(postgres.db);
  const work = (await episodeLog.acquire(id)) as LeasedEpisode;
  return { episodeLog, id, work };
}

const rowOf = async (id: number) =>
  (await postgres.db.select().from(podcasts).where(eq(podcasts.id, id)))[0];

describe('episode ledger', () => {
  it('a spoken line counts once, however often it is recorded', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.addLine(work, line, 0);
    await Promise.all([1, 2, 3].map(() => episodeLog.recordSpoken(work, 0, clip)));
    expect(await rowOf(id)).toMatchObject({
      linesWritten: 1,
      linesSpoken: 1,
      millisecondsSpoken: 1500,
    });
  });

  it('progress forgets the failures before it: a line written, and one spoken for the first time', async () => {
    const { episodeLog, id, work } = await taken();
    const fail = async () => {
      for (const count of [1, 2]) expect(await episodeLog.countFailure(work)).toBe(count);
    };
    const failures = async () => (await rowOf(id))?.attempts;
    await fail();
    await episodeLog.addLine(work, line, 0);
    expect(await failures()).toBe(0);
    await fail();
    await episodeLog.recordSpoken(work, 0, clip);
    expect(await failures()).toBe(0);
    await fail();
    await episodeLog.recordSpoken(work, 0, clip);
    await episodeLog.recordStarts(work, new Map([[0, 200]]));
    expect(await failures()).toBe(2);
    await episodeLog.addGoodbye(work, [line], 1, 1);
    expect(await failures()).toBe(0);
  });

  it('a line added before an existing goodbye is counted', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.addLine(work, line, 0);
    await episodeLog.addGoodbye(work, [line, line], 1, 1);
    await episodeLog.reopen(work, { lengthError: -0.2, dropped: [], unwritten: 0, from: 0 });
    await episodeLog.addLine(work, line, 0);
    expect(await rowOf(id)).toMatchObject({ linesWritten: 4 });
  });

  it('once the last line of a finished script is spoken only the mix is left, until the script is open again', async () => {
    const { episodeLog, id, work } = await taken();
    const stage = async () => (await rowOf(id))?.stage;
    await episodeLog.enterStage(work, 'writing');
    await episodeLog.addLine(work, line, 0);
    await episodeLog.recordSpoken(work, 0, clip);
    expect(await stage()).toBe('writing');
    await episodeLog.addGoodbye(work, [line, line], 1, 1);
    await episodeLog.recordSpoken(work, 2, clip);
    expect(await stage()).toBe('speaking');
    await episodeLog.recordSpoken(work, 1, clip);
    expect(await stage()).toBe('mastering');
    const [, last] = (await episodeLog.reread(work)).lines;
    const change = { lengthError: 0.1, dropped: last ? [last] : [], from: 0 };
    await episodeLog.reopen(work, { ...change, unwritten: null });
    expect(await stage()).toBe('mastering');
    await episodeLog.reopen(work, { ...change, dropped: [], unwritten: 0 });
    expect(await stage()).toBe('writing');
  });

  it('the next worker gets everything that was saved, in script order', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.addLine(work, line, 0);
    await episodeLog.addGoodbye(work, [line, { ...line, speaker: 'B' }], 1, 1);
    await episodeLog.recordSpoken(work, 1, { clipKey: 'clips/2.wav', milliseconds: 900 });
    const next = (await episodeLog.acquire(id)) as LeasedEpisode;
    expect(next.podcast).toMatchObject({ sectionsWritten: 2, stage: 'speaking' });
    expect(next.lines.map(({ position, state }) => [position, state])).toEqual([
      [0, 'written'],
      [1, 'spoken'],
      [2, 'written'],
    ]);
  });

  it.each([
    [
      'a spoken line',
      (episodeLog: EpisodeLog, work: LeasedEpisode) => episodeLog.recordSpoken(work, 0, clip),
    ],
    [
      'a new line',
      (episodeLog: EpisodeLog, work: LeasedEpisode) => episodeLog.addLine(work, line, 0),
    ],
  ])('%s that waits while the lease is taken over is refused', async (_what, write) => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.addLine(work, line, 0);
    let outcome: Promise<unknown> = Promise.resolve();
    await postgres.db.transaction(async (tx) => {
      await tx
        .update(podcasts)
        .set({ lease: work.podcast.lease + 1 })
        .where(eq(podcasts.id, id));
      outcome = write(episodeLog, work).catch((error: unknown) => error);
      await eventually('it waits for the row', async () => {
        const { rows } = await postgres.db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length > 0;
      });
    });
    expect(await outcome).toBeInstanceOf(LeaseLost);
    expect(await rowOf(id)).toMatchObject({ linesWritten: 1, linesSpoken: 0 });
    const lines = await postgres.db
      .select()
      .from(podcastLines)
      .where(eq(podcastLines.podcastId, id));
    expect(lines.map(({ state }) => state)).toEqual(['written']);
  });

  it('every write of a worker that lost its lease is refused and leaves no trace', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.addLine(work, line, 0);
    await episodeLog.acquire(id);
    const before = await rowOf(id);
    const writes = [
      () => episodeLog.change(work, { title: 'stolen' }),
      () => episodeLog.enterStage(work, 'publishing'),
      () => episodeLog.addLine(work, line, 0),
      () => episodeLog.addGoodbye(work, [line], 1, 1),
      () => episodeLog.recordSpoken(work, 0, { clipKey: 'x', milliseconds: 1 }),
      () => episodeLog.recordStarts(work, new Map([[0, 5]])),
      () =>
        episodeLog.addPart(
          work,
          { number: 1, startMilliseconds: 0, milliseconds: 900, audioKey: 'stolen' },
          new Map([[0, 5]]),
        ),
      () => episodeLog.countFailure(work),
      () => episodeLog.reread(work),
    ];
    for (const write of writes) await expect(write()).rejects.toBeInstanceOf(LeaseLost);
    expect(await rowOf(id)).toEqual(before);
    expect(await partsOf(postgres.db, id)).toEqual([]);
    const lines = await postgres.db
      .select()
      .from(podcastLines)
      .where(eq(podcastLines.podcastId, id));
    expect(lines).toMatchObject([{ position: 0, state: 'written', startMilliseconds: null }]);
  });

  it('a failed episode is not given to a worker', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.change(work, { status: 'failed' });
    expect(await episodeLog.acquire(id)).toBeNull();
  });
});
