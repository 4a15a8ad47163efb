import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import startTestPostgres from '../server/testing/postgres.ts';

/** Before all workers: builds the web app and starts PostgreSQL. It answers the tear-down. */
export default async function setUp(): Promise<() => Promise<void>> {
  // In a process of its own: building sets an environment that the product must not inherit.
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], {
    cwd: path.resolve(import.meta.dirname, '..'),
  });
  return startTestPostgres();
}
