import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { type PeriodicJob, startPeriodicJob } from '../kit/periodicJob.ts';
import { afterNow, runUnderLease } from './leases.ts';
import { type Database, openDatabase } from './openDatabase.ts';
import { jobLeases } from './tables.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let other: Database;
beforeAll(async () => {
  postgres = await testDatabase();
  other = openDatabase(postgres.url);
});
beforeEach(() => postgres.db.delete(jobLeases));
afterAll(async () => {
  await other.close();
  await postgres.close();
});

const { signal } = new AbortController();
const HOUR = 3_600_000;

/** The same periodic job on two instances. */
function onBoth(job: {
  name: string;
  interval: number;
  run(signal: AbortSignal): Promise<unknown>;
}) {
  const jobs: PeriodicJob[] = [postgres, other].map(({ db }) =>
    startPeriodicJob(job.interval, (stopping) => runUnderLease(db, job, stopping, 400)),
  );
  return { stop: () => Promise.all(jobs.map((each) => each.stop())) };
}

test('two instances run a job once per interval between them', async () => {
  const starts: number[] = [];
  const jobs = onBoth({
    name: 'job',
    interval: 300,
    run: async () => starts.push(performance.now()),
  });
  await eventually('five runs', async () => starts.length >= 5);
  await jobs.stop();
  const gaps = starts.slice(1).map((start, index) => start - (starts[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThan(290);
});

test('a run that takes longer than its lease is not started a second time meanwhile', async () => {
  let running = 0;
  let most = 0;
  let ended = 0;
  const jobs = onBoth({
    name: 'job',
    interval: 10,
    async run() {
      most = Math.max(most, ++running);
      await sleep(1200);
      running--;
      ended++;
    },
  });
  await eventually('two runs', async () => ended >= 2);
  await jobs.stop();
  expect(most).toBe(1);
});

test('the job of an instance that died is taken over once its lease has expired', async () => {
  const job = { name: 'job', interval: HOUR, run: async () => {} };
  // As it stands in the table during a run.
  const expiresAt = afterNow(700);
  await postgres.db.insert(jobLeases).values({ name: 'job', holder: 'dead', expiresAt });
  const wait = await runUnderLease(other.db, job, signal);
  expect(wait).toBeGreaterThan(300);
  expect(wait).toBeLessThanOrEqual(700);
  await sleep(wait + 10);
  expect(await runUnderLease(other.db, job, signal)).toBe(HOUR);
});

test('a job that fails runs again after the interval, and not before', async () => {
  const job = { name: 'job', interval: HOUR, run: () => Promise.reject(new Error('away')) };
  await expect(runUnderLease(postgres.db, job, signal)).rejects.toThrow('away');
  const again = { ...job, run: () => Promise.reject(new Error('it ran')) };
  expect(await runUnderLease(other.db, again, signal)).toBeGreaterThan(HOUR - 60_000);
});

test('a job that a shutdown breaks off is due at once for another instance', async () => {
  const stopping = new AbortController();
  const run = (aborted: AbortSignal) =>
    new Promise<void>((resolve) => {
      aborted.addEventListener('abort', () => resolve());
      stopping.abort();
    });
  const job = { name: 'job', interval: HOUR, run };
  await runUnderLease(postgres.db, job, stopping.signal);
  expect(await runUnderLease(other.db, { ...job, run: async () => {} }, signal)).toBe(HOUR);
});

test('a holder whose lease was taken over is told to stop, and leaves the new lease alone', async () => {
  const stopped = Promise.withResolvers<void>();
  const job = {
    name: 'job',
    interval: 0,
    async run(lost: AbortSignal) {
      await postgres.db.update(jobLeases).set({ holder: 'another' });
      lost.addEventListener('abort', () => stopped.resolve());
      await stopped.promise;
    },
  };
  await runUnderLease(postgres.db, job, signal, 200);
  expect(await postgres.db.select().from(jobLeases)).toMatchObject([{ holder: 'another' }]);
});
