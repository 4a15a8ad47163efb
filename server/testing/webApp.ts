import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/** Vitest's global set-up. An old build is enough here; the browser tests build their own. */
export default async function buildWebApp(): Promise<void> {
  if (existsSync(path.join(root, 'dist/client/index.html'))) return;
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: root });
}
