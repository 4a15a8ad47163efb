import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { setDatabaseUrl } from './binaries.ts';
import type { Home } from './home.ts';
import { plainEnvironment } from './postmaster.ts';

export const superuser = 'duologue';

/**
 * Returns the cluster's password. A new cluster is built beside its final place and moved there
 * with the password, so that a kill leaves only a folder that is deleted here.
 */
export async function prepareCluster(
  bin: string,
  home: Home,
  onProgress: (message: string) => void,
): Promise<string> {
  for (const name of await readdir(home.dir)) {
    if (name.startsWith('initdb-')) await sweep(path.join(home.dir, name));
  }
  const saved = await readPassword(home);
  if (saved) return saved;
  onProgress('Making a database (first start only, a few seconds)');
  return makeCluster(bin, home);
}

async function readPassword(home: Home): Promise<string | null> {
  try {
    return await readFile(path.join(home.dir, 'cluster/password'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new Error(
      `The database in ${home.dir} belongs to another user: run as that user, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function makeCluster(bin: string, home: Home): Promise<string> {
  const { runner } = home;
  const half = await mkdtemp(path.join(home.dir, 'initdb-'));
  const data = path.join(half, 'data');
  const passwordFile = path.join(half, 'password');
  const password = randomBytes(24).toString('base64url');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (runner.uid !== undefined) {
    for (const entry of [half, data, passwordFile]) await chown(entry, runner.uid, runner.gid);
  }
  const flags = [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's built-in locale, so that lower() and sorting do not depend on the machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  try {
    await promisify(execFile)(path.join(bin, 'initdb'), flags, {
      ...runner,
      cwd: '/',
      env: plainEnvironment(),
    });
  } catch (error) {
    await sweep(half);
    throw explain(error);
  }
  await rename(half, path.join(home.dir, 'cluster'));
  return password;
}

function explain(error: unknown): Error {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  // The program exists, but its loader (as on Alpine) or a library does not.
  if (code === 'ENOENT' || code === 127) {
    return new Error(`The embedded PostgreSQL does not run on this system. ${setDatabaseUrl}`, {
      cause: error,
    });
  }
  const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
  return new Error(`PostgreSQL could not make a database: ${detail || String(error)}`, {
    cause: error,
  });
}

/** An initdb that outlived its killed parent may still write here; then the next start sweeps. */
async function sweep(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
