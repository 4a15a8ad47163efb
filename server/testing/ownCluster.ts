import { execFile } from 'node:child_process';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findHome } from '../base/db/embedded/home.ts';
import { plainEnvironment } from '../base/db/embedded/postmaster.ts';
import { prepareBinaries } from '../base/db/embedded/prepareCluster.ts';
import { startEmbeddedPostgres } from '../base/db/embedded.ts';
import { migrate } from '../base/db/migrate.ts';
import { type Database, openDatabase } from '../base/db/openDatabase.ts';
import { discardAfterUs, QUICK } from './postgres.ts';

export interface Cluster extends Database {
  url: string;
  /** `pg_ctl stop -m immediate`: cuts every connection, without a checkpoint. */
  stop(): Promise<void>;
  /** `pg_ctl restart`, or a start after `stop`, on the same port. Resolves when it answers. */
  restart(): Promise<void>;
}

export async function ownCluster(): Promise<Cluster> {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-cluster-'));
  await chmod(dir, 0o755);
  const discard = discardAfterUs(dir);
  try {
    // Commits must survive a crash of the server, but not of the machine.
    const settings = { ...QUICK, synchronous_commit: 'on' };
    const { url } = await startEmbeddedPostgres({ dir, settings });
    await migrate(url);
    const { spare, runner, data } = await findHome(dir);
    const program = path.join(await prepareBinaries(spare, runner, () => {}), 'pg_ctl');
    const control = async (...words: string[]) => {
      // Logs to a file, as the server would keep our pipe open.
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
