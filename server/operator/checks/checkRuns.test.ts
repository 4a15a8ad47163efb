import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import type { Finding } from './check.ts';
import { openCheckRuns } from './checkRuns.ts';
import { type Entry, openRedaction } from './run.ts';

/* Instances that share one database. */

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const { signal } = new AbortController();
const inOrder: Finding = { provider: 'OpenAI', ok: true, sentence: 'It writes.' };
const trouble: Finding = { provider: 'OpenAI', ok: false, sentence: 'Set sk-secret anew.' };

function instance({
  check = async () => [inOrder],
  atStart = true,
  cap = null,
  mark = 'these settings',
}: {
  check?: Entry['run'];
  atStart?: boolean;
  cap?: number | null;
  mark?: string;
} = {}) {
  const runs: boolean[] = [];
  const counted: Entry['run'] = (options) => {
    runs.push(options.buy);
    return check(options);
  };
  const checkRuns = openCheckRuns({
    db: database.db,
    entries: [{ provider: 'OpenAI', run: counted }],
    redact: openRedaction(['sk-secret']),
    costs: { cap, spentToday: async () => 300_000 },
    terms: async () => ({ price: 400_000, mark }),
    atStart,
  });
  const request = (buy: boolean) => checkRuns.request(database.db, buy);
  return { ...checkRuns, request, runs };
}

it('several instances that start together check once, for nothing, and all know what was found', async () => {
  const [one, two] = [instance(), instance()];
  await Promise.all([one.runDueChecks(signal), two.runDueChecks(signal)]);
  expect([...one.runs, ...two.runs]).toEqual([false]);
  const { at, findings, running } = await two.state();
  expect({ findings, running }).toEqual({ findings: [inOrder], running: false });
  expect(Math.abs(Date.parse(at ?? '') - Date.now())).toBeLessThan(60_000);
});

it('a start within the hour checks nothing, and one after it does', async () => {
  await instance().runDueChecks(signal);
  const soon = instance();
  await soon.runDueChecks(signal);
  expect(soon.runs).toEqual([]);
  await database.pool.query(
    `update settings set value = (now() - interval '61 minutes')::text where name = 'checks_begun'`,
  );
  const later = instance();
  await later.runDueChecks(signal);
  await later.runDueChecks(signal);
  expect(later.runs).toEqual([false]);
});

it('where no buyers are, a start checks nothing', async () => {
  const rehearsal = instance({ atStart: false });
  await rehearsal.runDueChecks(signal);
  expect(rehearsal.runs).toEqual([]);
  expect(await rehearsal.state()).toMatchObject({ at: null, findings: [], running: false });
});

it('a wish is run once, by one of those who make episodes, whenever the last run was', async () => {
  const web = instance({ atStart: false });
  const [one, two] = [instance(), instance()];
  await one.runDueChecks(signal);
  await web.request(false);
  await web.request(false);
  expect((await web.state()).running).toBe(true);
  await Promise.all([one.runDueChecks(signal), two.runDueChecks(signal)]);
  await one.runDueChecks(signal);
  expect([web.runs, [...one.runs, ...two.runs]]).toEqual([[], [false, false]]);
  expect((await web.state()).running).toBe(false);
});

it('a run under way is told to everybody, and a further wish asks for nothing', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const worker = instance({
    async check() {
      begun.resolve();
      await gate.promise;
      return [inOrder];
    },
  });
  const running = worker.runDueChecks(signal);
  await begun.promise;
  const web = instance({ atStart: false });
  expect((await web.state()).running).toBe(true);
  await web.request(false);
  gate.resolve();
  await running;
  await worker.runDueChecks(signal);
  expect(worker.runs).toEqual([false]);
});

it('a run that is being taken is told as under way', async () => {
  const worker = instance();
  await worker.runDueChecks(signal);
  await worker.request(false);
  const held = await database.pool.connect();
  try {
    await held.query(`begin; select 1 from settings where name = 'checks_begun' for update`);
    const taking = worker.runDueChecks(signal);
    await eventually('the run waits for its row', async () => {
      const { rows } = await database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    expect((await worker.state()).running).toBe(true);
    await held.query('commit');
    await taking;
  } finally {
    held.release();
  }
  expect(worker.runs).toEqual([false, false]);
  expect((await worker.state()).running).toBe(false);
});

it('what is in order is bought once per settings, and what is not may be tried again', async () => {
  let found = [trouble];
  const worker = instance({ atStart: false, check: async () => found });
  const buy = async () => {
    await worker.request(true);
    await worker.runDueChecks(signal);
  };
  await buy();
  expect((await worker.state()).findings).toEqual([{ ...trouble, sentence: 'Set … anew.' }]);
  found = [inOrder];
  await buy();
  expect(await worker.state()).toMatchObject({ bought: true, whyNotBuy: expect.any(String) });
  await expect(worker.request(true)).rejects.toThrow('have been checked with purchases already');
  expect(worker.runs).toEqual([true, true]);
  const changed = instance({ atStart: false, mark: 'other settings' });
  expect((await changed.state()).whyNotBuy).toBeNull();
});

it('nothing is bought that would pass the day’s cap', async () => {
  const poor = instance({ atStart: false, cap: 600_000 });
  await expect(poor.request(true)).rejects.toThrow('exceed the day’s cap');
  await poor.runDueChecks(signal);
  expect(poor.runs).toEqual([]);
  const rich = instance({ atStart: false, cap: 700_000 });
  await rich.request(true);
  await rich.runDueChecks(signal);
  expect(rich.runs).toEqual([true]);
});

it('a run that its instance cannot finish is begun again by the next', async () => {
  const closing = new AbortController();
  const begun = Promise.withResolvers<void>();
  const ending = instance({
    check: () => {
      begun.resolve();
      return new Promise(() => {});
    },
  });
  const running = ending.runDueChecks(closing.signal);
  await begun.promise;
  closing.abort(new Error('we close'));
  await running;
  const next = instance();
  await next.runDueChecks(signal);
  expect(next.runs).toEqual([false]);
  expect((await next.state()).findings).toEqual([inOrder]);
});
