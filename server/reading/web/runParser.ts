import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { openQueue, type Share } from '../../base/bounds/fairQueue.ts';
import {
  NotRead,
  type NotReadReason,
  type Parsed,
  type ParserTask,
  parserAnswer,
} from './notRead.ts';

const PROGRAM = path.join(import.meta.dirname, 'parserProgram.ts');
const MODULES = path.resolve(import.meta.dirname, '../../../node_modules');
const MILLISECONDS = 15_000;
const RESIDENT_BYTES = 300 * 1024 * 1024;
const HEAP_MEGABYTES = 200;
/** A page of memory. On the few Linux machines with larger ones the limit is reached later. */
const PAGE_BYTES = 4096;
const POLL_MILLISECONDS = 50;
/** One turn of three is kept for paid work; a network may have one of the other two. */
const TURNS = { atOnce: 3, reserved: 1, each: 1, waiting: 64 };
const CROWDED = 'Many people are having something read right now. Please try again in a moment.';
/** A third of our own share of a processor (Linux, `sched_prio_to_weight`). */
const NICENESS = 5;
const LEAST_PRIORITY = os.constants.priority.PRIORITY_LOW;

export const PARSER_FLAGS = [
  '--permission',
  `--allow-fs-read=${import.meta.dirname}`,
  `--allow-fs-read=${MODULES}`,
  '--disallow-code-generation-from-strings',
  '--disable-proto=delete',
  `--max-old-space-size=${HEAP_MEGABYTES}`,
  // A larger space for new objects gains little speed and takes a third of the memory.
  '--max-semi-space-size=4',
  '--no-warnings',
];

/**
 * A process ends beyond 15 s or 300 MB; without /proc, only the limit of the heap counts. Throws
 * `NotRead`, `Problem('too_many')` where too many wait, or the signal's reason.
 */
export function openParser() {
  const turns = openQueue({ ...TURNS, refusal: CROWDED });
  return (share: Share, task: ParserTask, body: Uint8Array, signal: AbortSignal) =>
    turns.run(share, () => runParser(task, body, signal), signal);
}

async function runParser(task: ParserTask, body: Uint8Array, signal: AbortSignal): Promise<Parsed> {
  const child = spawn(process.execPath, [...PARSER_FLAGS, PROGRAM], {
    env: {},
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'ignore'],
    signal,
    killSignal: 'SIGKILL',
  });
  lowerPriority(child);
  let failure: NotRead | null = null;
  const kill = (reason: NotReadReason) => {
    failure ??= new NotRead(reason);
    child.kill('SIGKILL');
  };
  const late = setTimeout(kill, MILLISECONDS, 'too-slow');
  const poll = setInterval(() => {
    void residentBytes(child).then((bytes) => bytes > RESIDENT_BYTES && kill('too-large'));
  }, POLL_MILLISECONDS);
  try {
    // The process may end before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.write(`${JSON.stringify(task)}\n`);
    child.stdin.end(body);
    const [answer] = await Promise.all([text(child.stdout), once(child, 'close')]);
    if (failure) throw failure;
    // V8 aborts when its heap is full.
    if (child.signalCode === 'SIGABRT' || child.exitCode === 134) throw new NotRead('too-large');
    const known = answer ? parserAnswer.safeParse(JSON.parse(answer)) : null;
    if (!known?.success) throw new NotRead('broken');
    if ('reason' in known.data) throw new NotRead(known.data.reason);
    return known.data.parsed;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(late);
    clearInterval(poll);
    child.kill('SIGKILL');
  }
}

async function residentBytes({ pid }: ChildProcess): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(statm.split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Web requests go first, but only a little: a starved parser would be ended for its slowness. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid) os.setPriority(pid, Math.min(os.getPriority() + NICENESS, LEAST_PRIORITY));
  } catch {
    // The process has ended, or the system does not allow it: everything works without.
  }
}
