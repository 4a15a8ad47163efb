import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { testFfmpeg } from '../../testing/testFfmpeg.ts';
import { silence } from './fixtures/voice.ts';
import { openMaster } from './master.ts';

/** Bytes of all buffers that are still referenced. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().arrayBuffers;
}

test('mastering 71 MB of sound holds less than 30 MB in memory', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'master-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const master = await openMaster(await testFfmpeg(), {
    sampleRate: 44_100,
    gain: { A: 1, B: 1 },
    file: path.join(folder, 'episode.mp3'),
    signal: new AbortController().signal,
  });
  const clip = { ...silence(10, 44_100), milliseconds: 10_000 };
  const before = bytesInUse();
  let most = 0;
  for (let i = 0; i < 40; i++) {
    await master.append(clip, 'A', 0);
    if (i % 10 === 9) most = Math.max(most, bytesInUse() - before);
  }
  await master.finish(0);
  // One clip is 1.8 MB, all of them are 71 MB.
  expect(most).toBeLessThan(30e6);
});
