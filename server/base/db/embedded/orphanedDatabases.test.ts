import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeOrphanedDatabases,
  findOrphanedDatabases,
  removeOrphanedDatabase,
} from './home.ts';

let root: string;
let folders: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'duologue-orphans-'));
  folders = await mkdtemp(path.join(tmpdir(), 'duologue-owners-'));
});
afterEach(async () => {
  for (const dir of [root, folders]) await rm(dir, { recursive: true, force: true });
});

/** A database kept for the data folder of that name, as `home.ts` leaves both. */
async function cluster(name: string, dataFolder: string): Promise<string> {
  const home = path.join(root, name);
  const dir = path.join(folders, dataFolder, 'postgres');
  await mkdir(path.join(home, 'cluster/data/global'), { recursive: true });
  await writeFile(path.join(home, 'cluster/data/global/pg_control'), '');
  await writeFile(path.join(home, 'owner'), dir);
  await mkdir(dir, { recursive: true });
  await writeFile(path.join(dir, 'elsewhere'), home);
  return home;
}

it('a database whose data folder is gone, or has another database by now, is orphaned; programs and others are none', async () => {
  const deleted = await cluster('1', 'deleted');
  const replaced = await cluster('2', 'kept');
  await cluster('3', 'kept');
  await mkdir(path.join(root, 'postgresql-18'));
  await rm(path.join(folders, 'deleted'), { recursive: true });
  expect(await findOrphanedDatabases(root)).toEqual([
    { home: deleted, owner: path.join(folders, 'deleted'), lastUsed: expect.any(Date), pid: null },
    { home: replaced, owner: path.join(folders, 'kept'), lastUsed: expect.any(Date), pid: null },
  ]);
});

it('a start names five orphaned databases, how many more there are, and the command', async () => {
  expect(await describeOrphanedDatabases(root)).toEqual([]);
  for (const name of ['1', '2', '3', '4', '5', '6', '7']) await cluster(name, name);
  await rm(folders, { recursive: true });
  const lines = await describeOrphanedDatabases(root);
  expect(lines).toHaveLength(7);
  expect(lines[0]).toContain(path.join(root, '1'));
  expect(lines[0]).toContain(path.join(folders, '1'));
  expect(lines[5]).toBe('And 2 more like it.');
  expect(lines[6]).toContain('npm run tidy');
});

it('an orphaned database is deleted when that is asked for, and one that a server runs on is not', async () => {
  await cluster('1', 'gone');
  await rm(folders, { recursive: true });
  const [orphan] = await findOrphanedDatabases(root);
  if (!orphan) throw new Error('there is no orphan');
  await expect(removeOrphanedDatabase({ ...orphan, pid: 7 })).rejects.toThrow(
    'in use by process 7',
  );
  expect(await readdir(root)).toEqual(['1']);
  await removeOrphanedDatabase(orphan);
  expect(await readdir(root)).toEqual([]);
});
