import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Resolves with what the program printed, which is shown as well. Ignores the exit code: it may only
 * mean that a goal is missed, and after a real failure the results are missing, which the caller
 * notices.
 */
export async function run(
  file: string,
  words: string[] = [],
  env: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.pipe(process.stdout, { end: false });
  // Its servers would keep running if we exit first.
  const stop = () => child.kill();
  process.once('exit', stop);
  const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  process.off('exit', stop);
  return printed;
}
