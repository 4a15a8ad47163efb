import { mkdtemp, rm } from 'node:fs/promises';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { findFfmpeg } from './findFfmpeg.ts';
import { lives, watched } from './fixtures/ffmpeg.ts';
import { type Job, startFfmpeg } from './startFfmpeg.ts';

let ffmpeg: Awaited<ReturnType<typeof watched>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ffmpeg-test-'));
  const found = await findFfmpeg(process.env.FFMPEG_PATH ?? null);
  ffmpeg = await watched(found.path, folder);
});
afterAll(() => rm(folder, { recursive: true }));

const never = new AbortController().signal;

function job(input: PassThrough, ...outputOptions: string[]): Job {
  return {
    input,
    inputOptions: ['-f', 's16le', '-ar', '24000', '-ac', '1'],
    outputOptions: ['-c:a', 'libmp3lame', '-f', 'mp3', ...outputOptions],
    output: path.join(folder, 'out.mp3'),
  };
}

async function noneLiving(): Promise<void> {
  await eventually('no ffmpeg lives', async () => !(await ffmpeg.encoders(folder)).some(lives), 10);
}

describe('startFfmpeg', () => {
  test('an ffmpeg job succeeds when its input ends', async () => {
    const input = new PassThrough();
    const run = startFfmpeg(ffmpeg.binary, job(input), never);
    input.end(Buffer.alloc(48_000));
    await expect(run.done).resolves.toHaveProperty('stderr');
  });

  test('ffmpeg runs at a lower priority than the server', async () => {
    const input = new PassThrough();
    const run = startFfmpeg(ffmpeg.binary, job(input), never);
    const running = async () => (await ffmpeg.encoders(folder)).find(lives);
    await eventually('it runs', running, 10);
    expect(os.getPriority((await running()) ?? 0)).toBeGreaterThan(os.getPriority());
    input.end(Buffer.alloc(48_000));
    await run.done;
  });

  test('a failed ffmpeg job rejects with the error message of ffmpeg', async () => {
    const input = new PassThrough();
    const run = startFfmpeg(ffmpeg.binary, job(input, '-af', 'nonesuch'), never);
    input.end(Buffer.alloc(48_000));
    await expect(run.done).rejects.toThrow(/No such filter: 'nonesuch'/);
  });

  test('an ffmpeg job rejects when the binary no longer exists', async () => {
    const run = startFfmpeg(path.join(folder, 'gone'), job(new PassThrough()), never);
    await expect(run.done).rejects.toThrow(/ENOENT/);
  });

  test.each(['at once', 'once it runs'])(
    'an ffmpeg job rejects when its input is destroyed %s',
    async (when) => {
      const input = new PassThrough();
      const run = startFfmpeg(ffmpeg.binary, job(input), never);
      if (when === 'once it runs') await run.started;
      input.destroy();
      await expect(run.done).rejects.toThrow();
      await noneLiving();
    },
  );

  test.each(['at once', 'once it runs'])(
    'an ffmpeg job rejects when it is killed %s',
    async (when) => {
      const run = startFfmpeg(ffmpeg.binary, job(new PassThrough()), never);
      if (when === 'once it runs') await run.started;
      run.kill();
      await expect(run.done).rejects.toThrow(/SIGKILL/);
      await noneLiving();
    },
  );

  test.each(['before it starts', 'at once', 'once it runs'])(
    'an ffmpeg job rejects with the abort reason when it is aborted %s',
    async (when) => {
      const stop = new AbortController();
      const reason = new Error('the server is closing');
      if (when === 'before it starts') stop.abort(reason);
      const run = startFfmpeg(ffmpeg.binary, job(new PassThrough()), stop.signal);
      if (when === 'once it runs') await run.started;
      stop.abort(reason);
      await expect(run.done).rejects.toBe(reason);
      await noneLiving();
    },
  );

  test.each([
    ['in the middle of its input', false],
    ['after its last byte', true],
  ])(
    'an ffmpeg that is stuck %s is ended and named, and one that waits for us is left alone',
    async (_when, isEnded) => {
      const input = new PassThrough();
      const before = (await ffmpeg.encoders(folder)).length;
      const run = startFfmpeg(ffmpeg.binary, { ...job(input), stalledAfter: 400 }, never);
      let settled = false;
      run.done.then(
        () => (settled = true),
        () => (settled = true),
      );
      input.write(Buffer.alloc(48_000));
      const started = async () => (await ffmpeg.encoders(folder))[before];
      const pid = await eventually('it runs', started, 10);
      // Twice the time that a stuck one is given.
      await new Promise((resolve) => setTimeout(resolve, 800));
      expect(settled).toBe(false);

      process.kill(pid, 'SIGSTOP');
      // More than the pipe between us holds.
      input.write(Buffer.alloc(isEnded ? 1 : 1_000_000));
      if (isEnded) input.end();
      await expect(run.done).rejects.toThrow(/ffmpeg is stuck/);
      await noneLiving();
    },
  );
});
