import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../base/db/migrate.ts';
import { openDatabase } from '../base/db/openDatabase.ts';
import { eventually } from '../testing/eventually.ts';
import { freePort } from '../testing/processes.ts';

/*
 * The nightly dump of compose.production.yaml and its restore, with a system PostgreSQL that has
 * pg_dump: the embedded one has none, and an older pg_dump refuses it.
 */

const scripts = path.resolve(import.meta.dirname, '../../docker');
const bin = (() => {
  try {
    const found = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
    return ['initdb', 'postgres', 'pg_dump'].every((name) => existsSync(path.join(found, name)))
      ? found
      : null;
  } catch {
    return null;
  }
})();

describe.skipIf(!bin)('the nightly dump', { timeout: 60_000 }, () => {
  let dir: string;
  let backups: string;
  let env: NodeJS.ProcessEnv;
  let server: ReturnType<typeof spawn>;

  beforeAll(async () => {
    dir = await mkdtemp(path.join(tmpdir(), 'duologue-dump-'));
    chmodSync(dir, 0o755);
    const data = path.join(dir, 'data');
    mkdirSync(data);
    // PostgreSQL refuses to run as root.
    const isRoot = process.getuid?.() === 0;
    const nobody = { uid: 65534, gid: 65534 };
    if (isRoot) chownSync(data, nobody.uid, nobody.gid);
    const as = isRoot ? nobody : {};
    const init = ['--pgdata', data, '--username', 'duologue', '--auth', 'trust', '--no-sync'];
    execFileSync(path.join(bin ?? '', 'initdb'), init, { ...as, cwd: dir, stdio: 'ignore' });
    const port = String(await freePort());
    const options = ['-D', data, '-p', port, '-h', '127.0.0.1', '-k', '', '-F'];
    server = spawn(path.join(bin ?? '', 'postgres'), options, { ...as, cwd: dir, stdio: 'ignore' });
    backups = path.join(dir, 'backups');
    mkdirSync(backups);
    env = {
      PATH: `${bin}:${process.env.PATH}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: 'duologue',
      PGDATABASE: 'duologue',
      BACKUPS: backups,
    };
    await eventually('the server makes our database', () =>
      run('createdb', ['duologue']).then(
        () => true,
        () => false,
      ),
    );
    await migrate(urlOf('duologue'));
    await onDatabase('duologue', `insert into settings values ('kept', 'as it was')`);
  });
  afterAll(async () => {
    if (server.exitCode === null) {
      server.kill('SIGINT');
      await once(server, 'exit');
    }
    await rm(dir, { recursive: true, force: true });
  });

  const run = (file: string, args: string[], more: NodeJS.ProcessEnv = {}) =>
    promisify(execFile)(file, args, { env: { ...env, ...more } });
  const backup = (more?: NodeJS.ProcessEnv) => run('sh', [`${scripts}/backup.sh`], more);
  const restore = (...args: string[]) => run('sh', [`${scripts}/restore.sh`, ...args]);
  const urlOf = (name: string) => `postgres://duologue@127.0.0.1:${env.PGPORT}/${name}`;
  async function onDatabase(name: string, statement: string) {
    const { pool, close } = openDatabase(urlOf(name));
    return pool.query(statement).finally(close);
  }
  const databases = async () =>
    (await onDatabase('postgres', 'select datname from pg_database')).rows.map(
      (row) => row.datname,
    );

  it('a dump is restored beside the database in use, and the product runs on it', async () => {
    await backup();
    const [name = ''] = await readdir(backups);
    expect(name).toMatch(/^duologue-\d{8}T\d{6}Z\.dump$/);
    await onDatabase('duologue', `update settings set value = 'changed' where name = 'kept'`);
    await restore(path.join(backups, name));
    const read = `select value from settings where name = 'kept'`;
    expect((await onDatabase('duologue_restored', read)).rows).toEqual([{ value: 'as it was' }]);
    expect((await onDatabase('duologue', read)).rows).toEqual([{ value: 'changed' }]);
    await migrate(urlOf('duologue_restored'));
  });

  it('dumps older than 14 days are deleted only after the next successful dump', async () => {
    const days = (count: number) => new Date(Date.now() - count * 86_400_000);
    const [old, young] = ['duologue-old.dump', 'duologue-young.dump'];
    for (const [name, age] of [
      [old, 16],
      [young, 13],
    ] as const) {
      await writeFile(path.join(backups, name), 'a dump');
      await utimes(path.join(backups, name), days(age), days(age));
    }
    await expect(backup({ PGPORT: '1' })).rejects.toThrow('No dump could be taken');
    expect(await readdir(backups)).toEqual(expect.arrayContaining([old, young]));
    await backup();
    const left = await readdir(backups);
    expect(left).toContain(young);
    expect(left).not.toContain(old);
    expect(left.filter((name) => name.endsWith('.half'))).toEqual([]);
  });

  it('an incomplete dump is refused and leaves no database', async () => {
    const file = path.join(backups, 'cut.dump');
    await writeFile(file, 'PGDMP, and then nothing');
    await expect(restore(file, 'never')).rejects.toThrow();
    expect(await databases()).not.toContain('never');
  });
});
