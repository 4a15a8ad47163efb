import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Ignores the exit code: it may only mean that a goal is missed, and after a real failure the
 * results are missing, which the caller notices.
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

export async function read(file: string, words: string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), ended(child)]);
  return printed;
}

/** Waits for the exit. Stops the child if we exit first, or its servers would keep running. */
async function ended(child: ChildProcess): Promise<void> {
  const stop = () => child.kill();
  process.once('exit', stop);
  await once(child, 'exit');
  process.off('exit', stop);
}
