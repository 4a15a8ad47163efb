import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import startTestPostgres from '../server/testing/postgres.ts';

export default async function setUp(): Promise<() => Promise<void>> {
  // In its own process, because the build changes its environment.
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
  });
  return startTestPostgres();
}
