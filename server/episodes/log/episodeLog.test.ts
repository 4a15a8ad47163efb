import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { podcastLines, podcasts } from '../../base/db/tables.ts';
import { aPodcast } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { type EpisodeLog, openEpisodeLog, type ReadLines } from './episodeLog.ts';
import { type LeasedEpisode, LeaseLost, type LineRow } from './lease.ts';
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

type Taken = Pick<Awaited<ReturnType<typeof taken>>, 'episodeLog' | 'work'>;

/** What a reader has found that objects to nothing. */
const asTheyStand = (...read: LineRow[]): ReadLines => ({
  read,
  leftOut: [],
  counts: { rewritten: 0, unread: 0 },
});

/** Adds a line that is read already. */
async function addRead({ episodeLog, work }: Taken, section = 0): Promise<LineRow> {
  const row = await episodeLog.addLine(work, line, section);
  await episodeLog.recordRead(work, asTheyStand(row));
  return row;
}

/** Adds a goodbye of so many lines that are read already. */
async function addReadGoodbye({ episodeLog, work }: Taken, count: number): Promise<LineRow[]> {
  const rows = await episodeLog.addGoodbye(work, Array(count).fill(line), 1);
  await episodeLog.recordRead(work, asTheyStand(...rows));
  return rows;
}

const rowOf = async (id: number) =>
  (await postgres.db.select().from(podcasts).where(eq(podcasts.id, id)))[0];
const linesOf = (id: number) =>
  postgres.db
    .select()
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, id))
    .orderBy(podcastLines.position);

describe('episode ledger', () => {
  it('a spoken line counts once, however often it is recorded', async () => {
    const { episodeLog, id, work } = await taken();
    await addRead({ episodeLog, work });
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
    await addRead({ episodeLog, work });
    expect(await failures()).toBe(0);
    await fail();
    await episodeLog.recordSpoken(work, 0, clip);
    expect(await failures()).toBe(0);
    await fail();
    await episodeLog.recordSpoken(work, 0, clip);
    await episodeLog.recordStarts(work, new Map([[0, 200]]));
    expect(await failures()).toBe(2);
    await episodeLog.addGoodbye(work, [line], 1);
    expect(await failures()).toBe(0);
  });

  it('a line added before an existing goodbye is counted', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.addLine(work, line, 0);
    await episodeLog.addGoodbye(work, [line, line], 1);
    await episodeLog.reopen(work, { lengthError: -0.2, dropped: [], unwritten: 0, from: 0 });
    await episodeLog.addLine(work, line, 0);
    expect(await rowOf(id)).toMatchObject({ linesWritten: 4 });
  });

  it('once the last line of a finished script is spoken only the mix is left, until the script is open again', async () => {
    const { episodeLog, id, work } = await taken();
    const stage = async () => (await rowOf(id))?.stage;
    await episodeLog.change(work, { stage: 'writing' });
    await addRead({ episodeLog, work });
    await episodeLog.recordSpoken(work, 0, clip);
    expect(await stage()).toBe('writing');
    await addReadGoodbye({ episodeLog, work }, 2);
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
    const [first] = await episodeLog.addGoodbye(work, [line, { ...line, speaker: 'B' }], 1);
    await episodeLog.recordRead(work, asTheyStand(first as LineRow));
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
    [
      'a line that was read',
      (episodeLog: EpisodeLog, work: LeasedEpisode, rows: LineRow[]) =>
        episodeLog.recordRead(work, asTheyStand(...rows.slice(1))),
    ],
  ])('%s that waits while the lease is taken over is refused', async (_what, write) => {
    const { episodeLog, id, work } = await taken();
    const rows = [await addRead({ episodeLog, work }), await episodeLog.addLine(work, line, 0)];
    let outcome: Promise<unknown> = Promise.resolve();
    await postgres.db.transaction(async (tx) => {
      await tx
        .update(podcasts)
        .set({ lease: work.podcast.lease + 1 })
        .where(eq(podcasts.id, id));
      outcome = write(episodeLog, work, rows).catch((error: unknown) => error);
      await eventually('it waits for the row', async () => {
        const { rows } = await postgres.db.execute(sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
        return rows.length > 0;
      });
    });
    expect(await outcome).toBeInstanceOf(LeaseLost);
    expect(await rowOf(id)).toMatchObject({ linesWritten: 2, linesSpoken: 0 });
    expect((await linesOf(id)).map(({ state }) => state)).toEqual(['read', 'written']);
  });

  it('every write of a worker that lost its lease is refused and leaves no trace', async () => {
    const { episodeLog, id, work } = await taken();
    const read = await addRead({ episodeLog, work });
    const written = await episodeLog.addLine(work, line, 0);
    await episodeLog.acquire(id);
    const before = await rowOf(id);
    const writes = [
      () => episodeLog.change(work, { title: 'stolen' }),
      () => episodeLog.change(work, { stage: 'publishing' }),
      () => episodeLog.addLine(work, line, 0),
      () => episodeLog.addGoodbye(work, [line], 1),
      () =>
        episodeLog.recordRead(work, {
          read: [],
          leftOut: [written.position],
          counts: { rewritten: 1, unread: 1 },
        }),
      () => episodeLog.forgetLines(work),
      () => episodeLog.recordSpoken(work, read.position, { clipKey: 'x', milliseconds: 1 }),
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
    expect(await linesOf(id)).toEqual([{ ...read, state: 'read' }, written]);
  });

  it('a failed episode is not given to a worker', async () => {
    const { episodeLog, id, work } = await taken();
    await episodeLog.change(work, { status: 'failed' });
    expect(await episodeLog.acquire(id)).toBeNull();
  });
});

describe('lines that are read', () => {
  it('have the words, facts and receipt that their reader has left them, and are spoken then', async () => {
    const { episodeLog, id, work } = await taken();
    const claim = { ...line, text: 'It is 90 m.', basis: 'fact' as const, facts: [4], sum: '9*10' };
    const row = await episodeLog.addLine(work, claim, 0);
    const other = await episodeLog.addLine(work, line, 0);
    await episodeLog.recordSpoken(work, row.position, clip);
    expect(await rowOf(id)).toMatchObject({ linesSpoken: 0 });
    const read = { text: 'About 90 m.', basis: 'inference' as const, facts: [7, 4] };
    const is = { ...row, ...read, sourceWords: 'ninety “metres”' };
    await episodeLog.recordRead(work, {
      ...asTheyStand(is, other),
      counts: { rewritten: 1, unread: 1 },
    });
    expect(await linesOf(id)).toEqual([
      { ...is, state: 'read' },
      { ...other, state: 'read' },
    ]);
    expect(await rowOf(id)).toMatchObject({
      ...{ linesWritten: 2, linesRewritten: 1, linesCut: 0, linesUnread: 1 },
    });
    await episodeLog.recordSpoken(work, row.position, clip);
    expect(await rowOf(id)).toMatchObject({ linesSpoken: 1 });
  });

  it('that are left out leave a gap and are not counted as written, and counts add up', async () => {
    const { episodeLog, id, work } = await taken();
    const add = () => episodeLog.addLine(work, line, 0);
    const rows = [await add(), await add(), await add(), await add()] as const;
    for (const [leftOut, stands] of [
      [1, 0],
      [2, 3],
    ] as const) {
      await episodeLog.recordRead(work, {
        read: [rows[stands]],
        leftOut: [leftOut],
        counts: { rewritten: 2, unread: 1 },
      });
    }
    expect((await linesOf(id)).map(({ position }) => position)).toEqual([0, 3]);
    expect(await rowOf(id)).toMatchObject({
      ...{ linesWritten: 2, linesRewritten: 4, linesCut: 2, linesUnread: 2 },
    });
    expect(await add()).toMatchObject({ position: 4 });
  });

  it('stay as they are once they are read or spoken', async () => {
    const { episodeLog, id, work } = await taken();
    const rows = [await addRead({ episodeLog, work }), await addRead({ episodeLog, work })];
    await episodeLog.recordSpoken(work, 0, clip);
    const before = await linesOf(id);
    expect(before.map(({ state }) => state)).toEqual(['spoken', 'read']);
    const late = rows.map((row) => ({ ...row, text: 'Too late.', sourceWords: 'late' }));
    await episodeLog.recordRead(work, asTheyStand(...late));
    await episodeLog.recordRead(work, { ...asTheyStand(), leftOut: [0, 1] });
    expect(await linesOf(id)).toEqual(before);
    expect(await rowOf(id)).toMatchObject({ linesWritten: 2, linesSpoken: 1 });
  });

  it('are those of one episode only', async () => {
    const { episodeLog, work } = await taken();
    const other = await taken();
    const row = await episodeLog.addLine(work, line, 0);
    const stays = await other.episodeLog.addLine(other.work, line, 0);
    await episodeLog.recordRead(work, asTheyStand({ ...row, text: 'Mine.' }));
    expect(await linesOf(other.id)).toEqual([stays]);
  });
});

describe('the position of a line', () => {
  it('is behind the highest, and behind that of the lines before it in one goodbye', async () => {
    const { episodeLog, work } = await taken();
    expect(await episodeLog.addLine(work, line, 0)).toMatchObject({ position: 0, section: 0 });
    expect(await episodeLog.addLine(work, line, 1)).toMatchObject({ position: 1, section: 1 });
    const goodbye = await episodeLog.addGoodbye(work, [line, line], 2);
    expect(goodbye.map(({ position }) => position)).toEqual([2, 3]);
  });

  it('takes no account of a goodbye that is moved out of the way, nor of a dropped line', async () => {
    const { episodeLog, work } = await taken();
    const rows = [await addRead({ episodeLog, work }), await addRead({ episodeLog, work })];
    await addReadGoodbye({ episodeLog, work }, 2);
    const change = { lengthError: -0.2, dropped: rows.slice(1), unwritten: 0, from: 0 };
    await episodeLog.reopen(work, change);
    expect(await episodeLog.addLine(work, line, 0)).toMatchObject({ position: 1 });
    const [more] = await episodeLog.addGoodbye(work, [line], 1);
    expect(more).toMatchObject({ position: 2 });
    const { lines } = await episodeLog.reread(work);
    expect(lines.map(({ position }) => position)).toEqual([0, 1, 2, 10_002, 10_003]);
  });
});
