import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { QualityCard } from '#shared/quality.ts';
import { openDesk } from '../audio/desk.ts';
import { openStudio, type Studio } from '../testing/studio.ts';

/* The finished file is measured before anybody hears it. */

let studio: Studio;
let folder: string;
beforeAll(async () => {
  studio = await openStudio();
  folder = await mkdtemp(path.join(tmpdir(), 'duologue-mix-'));
});
afterAll(async () => {
  await studio.close();
  await rm(folder, { recursive: true });
});

/** An ffmpeg that does something else with the sound of the master, `before` that filter of ours. */
async function spoiltDesk(name: string, filter: string, before: string) {
  const ffmpeg = path.join(folder, name);
  const script = `#!/usr/bin/env node
const { spawn } = require('node:child_process');
const { appendFileSync } = require('node:fs');
const given = process.argv.slice(2);
const args = given.map((arg) => arg.replace('${before}=', '${filter},${before}='));
if (args.some((arg, at) => arg !== given[at])) appendFileSync(__filename + '.takes', 'x');
const child = spawn('${studio.ffmpeg}', args, { stdio: 'inherit' });
child.on('exit', (code, signal) => (signal ? process.kill(process.pid, signal) : process.exit(code)));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => child.kill(signal));
`;
  await writeFile(ffmpeg, script);
  await chmod(ffmpeg, 0o755);
  const takes = async () => (await readFile(`${ffmpeg}.takes`, 'utf8')).length;
  return { desk: openDesk({ ffmpeg }), takes };
}

it('an episode that came out too quiet is mixed again from the clips it has', async () => {
  const { desk, takes } = await spoiltDesk('quiet', 'volume=-5dB', 'alimiter');
  const { id } = await studio.order(1, 'Rain');
  const row = await studio.make(id, { desk });
  expect(row.status).toBe('completed');
  expect(await takes()).toBe(2);
  const quality = row.quality as QualityCard;
  expect(Math.abs(quality.loudness + 16)).toBeLessThan(1);
  expect(quality.flags).not.toContain('loudness');
  const texts = studio.entries().flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
  expect(new Set(texts).size).toBe(texts.length);
}, 60_000);

it('an episode that no gain can mend is refused with a reason, not delivered', async () => {
  const { desk, takes } = await spoiltDesk('broken', 'volume=-25dB', 'atrim');
  const { id } = await studio.order(1, 'Hail');
  const row = await studio.make(id, { desk });
  expect(row.status).toBe('failed');
  expect(await takes()).toBe(3);
  expect(row.failure).toBe('The sound did not come out as it has to.');
  expect(row.audioKey).toBeNull();
}, 60_000);
