import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a program of the repository with Node and shows what it prints. How it ended is no error
 * here: one that measures says in that way that a goal is missed, and one that could not do its work
 * leaves nothing behind to go on with.
 */
export async function run(
  file: string,
  words: string[] = [],
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await ended(child);
}

/** The same, to read what it prints. */
export async function read(file: string, words: string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), ended(child)]);
  return printed;
}

/** It does not outlive us: the servers that it started would stay. */
async function ended(child: ChildProcess): Promise<void> {
  const stop = () => child.kill();
  process.once('exit', stop);
  await once(child, 'exit');
  process.off('exit', stop);
}
