import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { prepareBinaries } from '../db/embedded/binaries.ts';
import { findHome } from '../db/embedded/home.ts';
import { plainEnvironment } from '../db/embedded/postmaster.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/open.ts';
import { discardAfterUs, QUICK } from './postgres.ts';

/** A server of one's own, to be stopped and started under whoever uses it. */
export interface Cluster extends Database {
  url: string;
  /** `pg_ctl stop`: every connection is cut, and nothing is written down first. */
  stop(): Promise<void>;
  /** `pg_ctl restart`, or a start after `stop`; at the same port. Resolves when it answers. */
  restart(): Promise<void>;
}

/** A fresh, migrated database on a server that nobody shares. */
export async function ownCluster(): Promise<Cluster> {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-cluster-'));
  await chmod(dir, 0o755);
  const discard = discardAfterUs(dir);
  try {
    // What it has acknowledged must outlive its own end, if not the machine's.
    const settings = { ...QUICK, synchronous_commit: 'on' };
    const { url } = await startEmbeddedPostgres({ dir, settings });
    await migrate(url);
    const { spare, runner, data } = await findHome(dir);
    const program = path.join(await prepareBinaries(spare, runner, () => {}), 'pg_ctl');
    const control = async (...words: string[]) => {
      // Its log goes to a file: the server would keep a pipe of ours open for as long as it runs.
      const all = [...words, '-m', 'immediate', '-D', data, '-w', '-s'];
      const options = { ...runner, cwd: '/', env: plainEnvironment() };
      await promisify(execFile)(program, all, options);
    };
    const database = openDatabase(url);
    return {
      ...database,
      url,
      stop: () => control('stop'),
      restart: () => control('restart', '-l', path.join(data, 'restarted.log')),
      async close() {
        await database.close();
        await discard();
      },
    };
  } catch (error) {
    await discard();
    throw error;
  }
}
