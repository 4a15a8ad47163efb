import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readNotes } from './testing/notes.ts';

/* Runs the given commands one after another until one fails, and prints what they took. */

/** CPU minutes that `npm test` may take. */
const BUDGET = 15;
const NAMED = 10;

const { positionals: commands, values } = parseArgs({
  allowPositionals: true,
  options: { budget: { type: 'boolean', default: false } },
});
/** CPU minutes above which the run counts as failed; set by CI. */
const limit = Number(process.env.TEST_CPU_LIMIT ?? Number.POSITIVE_INFINITY);

const folder = mkdtempSync(path.join(tmpdir(), 'duologue-notes-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
// CI keeps one file for all of its commands.
const notes = process.env.TEST_NOTES ?? path.join(folder, 'notes');
writeFileSync(notes, '', { flag: 'a' });

const startedAt = performance.now();
const before = ofCgroup();
let ofChildren = 0;
let code = 0;
for (const command of commands) {
  code = await run(command);
  if (code !== 0) break;
}
const minutes = report();
if (values.budget && minutes > BUDGET) {
  console.log(`Over the budget of ${BUDGET} CPU minutes: look at the dearest files first.`);
}
if (code === 0 && values.budget && minutes > limit) {
  console.log(`Failed, because it took more than ${limit} CPU minutes.`);
  code = 1;
}
process.exitCode = code;

async function run(command: string): Promise<number> {
  const counted = before === null && process.platform !== 'win32';
  const text = counted ? `${command}; code=$?; times >&3; exit $code` : command;
  const child = spawn(text, {
    shell: true,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, TEST_NOTES: notes },
  });
  let times = '';
  child.stdio[3]?.on('data', (some) => {
    times += some;
  });
  const ended = Promise.withResolvers<number>();
  child.on('error', ended.reject);
  child.on('close', (code) => ended.resolve(code ?? 1));
  const exitCode = await ended.promise;
  ofChildren += secondsIn(times);
  return exitCode;
}

function secondsIn(times: string): number {
  const parts = [...times.matchAll(/(\d+)m([\d.,]+)s/g)];
  return parts.reduce((sum, [, minutes, rest = '']) => {
    return sum + Number(minutes) * 60 + Number(rest.replace(',', '.'));
  }, 0);
}

/** CPU seconds of all processes in our control group so far; null where there is none. */
function ofCgroup(): number | null {
  for (const root of ['/sys/fs/cgroup', '/sys/fs/cgroup/unified']) {
    try {
      const [, own = ''] = /^0::(.*)$/m.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
      const stat = readFileSync(path.join(root, own, 'cpu.stat'), 'utf8');
      const [, used] = /^usage_usec (\d+)$/m.exec(stat) ?? [];
      if (used) return Number(used) / 1e6;
    } catch {
      // Version 1 is mounted elsewhere, and other systems have no control groups.
    }
  }
  return null;
}

function report(): number {
  const known = readNotes(notes);
  const files = known.filter((note) => 'file' in note).sort((a, b) => b.seconds - a.seconds);
  const repeated = known.flatMap((note) => ('repeated' in note ? [note.repeated] : []));
  if (files.length > 0) console.log('\nThe dearest files, by the CPU time of their worker:');
  for (const { file, seconds } of files.slice(0, NAMED)) {
    console.log(`${seconds.toFixed(1).padStart(8)} s  ${path.relative(process.cwd(), file)}`);
  }
  const wall = (performance.now() - startedAt) / 1000;
  const now = ofCgroup();
  const cpu = before === null || now === null ? ofChildren : now - before;
  const source = before === null ? 'of all processes started' : 'of all processes of the cgroup';
  console.log(`\n${spoken(wall)} of wall time, ${spoken(cpu)} of CPU time (${source}).`);
  if (repeated.length > 0) console.log('Repeated, to be mended before anything else:');
  for (const name of repeated) console.log(`  ${name}`);
  return cpu / 60;
}

function spoken(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
