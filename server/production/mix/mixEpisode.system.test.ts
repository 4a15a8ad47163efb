import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { QualityCard } from '#shared/quality.ts';
import type { EpisodeLog } from '../../episodes/log/episodeLog.ts';
import { openFfmpegEngine } from '../../sound/mix/ffmpegEngine.ts';
import { openProduction, type Production } from '../../testing/production.ts';

/* The finished file is measured before it is delivered. */

let production: Production;
let folder: string;
beforeAll(async () => {
  production = await openProduction();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'duologue-mix-'));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(() => production.close());

/** An audio engine whose ffmpeg inserts `filter` before our filter `before` when it masters. */
async function faultyEngine(filter: string, before: string) {
  const ffmpeg = path.join(folder, 'ffmpeg');
  const script = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const given = process.argv.slice(2);
const args = given.map((arg) => arg.replace('${before}=', '${filter},${before}='));
if (args.some((arg, at) => arg !== given[at])) appendFileSync(__filename + '.takes', 'x');
const child = spawn('${production.ffmpeg}', args, { stdio: 'inherit' });
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
`;
  await writeFile(ffmpeg, script);
  await chmod(ffmpeg, 0o755);
  const mixes = async () => (await readFile(`${ffmpeg}.takes`, 'utf8')).length;
  return { audio: openFfmpegEngine({ ffmpeg }), mixes };
}

it('an episode that is too quiet is mixed again from the same clips', async () => {
  const { audio, mixes } = await faultyEngine('volume=-5dB', 'alimiter');
  const { id } = await production.order(1, 'Rain');
  // An episode that missed its length is recorded once more, and is as quiet then.
  let recordings = 1;
  const episodeLog: EpisodeLog = {
    ...production.episodeLog,
    async reopen(work, change) {
      recordings++;
      await production.episodeLog.reopen(work, change);
    },
  };
  const row = await production.make(id, { audio, episodeLog });
  expect(row.status).toBe('completed');
  expect(await mixes()).toBe(2 * recordings);
  const quality = row.quality as QualityCard;
  expect(Math.abs(quality.loudness + 16)).toBeLessThan(1);
  expect(quality.flags).not.toContain('loudness');
  const texts = production
    .entries()
    .flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
  expect(new Set(texts).size).toBe(texts.length);
}, 60_000);

it('an episode that no gain can correct fails with a reason and is not delivered', async () => {
  const { audio, mixes } = await faultyEngine('volume=-25dB', 'atrim');
  const { id } = await production.order(1, 'Hail');
  const row = await production.make(id, { audio });
  expect(row.status).toBe('failed');
  expect(await mixes()).toBe(3);
  expect(row.failure).toBe('The sound didn’t come out right.');
  expect(row.audioKey).toBeNull();
}, 60_000);
