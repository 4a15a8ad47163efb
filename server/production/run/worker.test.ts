import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openFfmpegEngine } from '../../sound/mix/ffmpegEngine.ts';
import { countProducers, openInstance } from '../../supply/availability/instances.ts';
import { aPodcast } from '../../testing/builders.ts';
import { eventually } from '../../testing/eventually.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { openQueue, type Queue } from './episodeQueue.ts';
import { openWorker } from './worker.ts';

let postgres: Awaited<ReturnType<typeof testDatabase>>;
let queues: Queue[];
beforeEach(async () => {
  postgres = await testDatabase();
  queues = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const queue of queues) await queue.stop();
  await postgres.close();
});

/** An instance that holds every job it takes until it must hand it back. */
async function anInstance(ffmpeg: string) {
  const queue = await openQueue(postgres.pool);
  queues.push(queue);
  const holds = new Set<number>();
  const worker = openWorker({
    queue,
    audio: openFfmpegEngine({ ffmpeg }),
    instance: openInstance(postgres.db),
    async produce(id, signal) {
      holds.add(id);
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      holds.delete(id);
      throw signal.reason;
    },
  });
  return { queue, worker, holds };
}

it('an instance that cannot work takes no jobs and hands back what it has, and works again when it can', async () => {
  const ffmpeg = await testFfmpeg();
  const { queue, worker, holds } = await anInstance(ffmpeg);
  const { id } = await aPodcast(postgres.db);
  await queue.enqueue(postgres.db, id);
  expect(await worker.check()).toBe(true);
  await eventually('it takes the job', async () => holds.has(id));

  vi.stubEnv('TMPDIR', '/nowhere/at/all');
  expect(await worker.check()).toBe(false);
  expect([worker.isFit, await countProducers(postgres.db)]).toEqual([false, { known: 1, able: 0 }]);
  await eventually('it hands the job back', async () => holds.size === 0);
  await eventually('the job waits for somebody', async () => {
    await queue.recover();
    return (await queue.longestWait()) > 1;
  });
  expect(holds.size).toBe(0);

  vi.unstubAllEnvs();
  expect(await worker.check()).toBe(true);
  await eventually('it takes the job again', async () => holds.has(id));
  expect(await countProducers(postgres.db)).toEqual({ known: 1, able: 1 });
});

it('of two instances the one whose ffmpeg is gone takes nothing, and the other makes everything', async () => {
  const ffmpeg = await testFfmpeg();
  const [sick, well] = [await anInstance('/nowhere/ffmpeg'), await anInstance(ffmpeg)];
  expect([await sick.worker.check(), await well.worker.check()]).toEqual([false, true]);
  const ids = [1, 2, 3, 4];
  for (const id of ids) await sick.queue.enqueue(postgres.db, id);
  await eventually('all are taken', async () => well.holds.size === ids.length);
  expect(sick.holds.size).toBe(0);
  expect(await countProducers(postgres.db)).toEqual({ known: 2, able: 1 });
});
