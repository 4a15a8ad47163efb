import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Vitest's global set-up: pages are served from the built web app, so there has to be one. An older
 * one will do here; the browser tests build their own.
 */
export default async function buildWebApp(): Promise<void> {
  if (existsSync(path.join(root, 'dist/client/index.html'))) return;
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: root });
}
