import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { runToEnd } from '../../testing/processes.ts';
import { discardEmbeddedPostgres } from './embedded/home.ts';
import { whose } from './embedded/postmaster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

const folders: string[] = [];
const processes: ChildProcess[] = [];

/** A stopped, empty database to copy, as most tests are not about the first start. */
let template: string;
beforeAll(async () => {
  template = await makeFolder();
  await (await startEmbeddedPostgres({ dir: template })).stop();
});
afterAll(() => discardEmbeddedPostgres(template));

afterEach(async () => {
  for (const child of processes.splice(0)) child.kill('SIGKILL');
  for (const dir of folders.splice(0)) await discardEmbeddedPostgres(dir);
});

test('the first start creates a database, the next finds its rows, and stop ends the server', async () => {
  const dir = await newFolder();
  const first = await startEmbeddedPostgres({ dir });
  expect(first.adopted).toBe(false);
  await write(first, 'kept');
  const { pid } = await readPidFile(dir);
  await first.stop();
  // It may be a zombie for the moment until Node has collected it.
  await eventually(
    'the server to be gone',
    async () => (await whose(pid, dataOf(dir))) === 'gone',
    10,
  );

  const second = await startEmbeddedPostgres({ dir });
  expect(second.adopted).toBe(false);
  expect(await read(second)).toEqual(['kept']);
  await second.stop();
});

test('a database server whose parent was killed is found again, with every row', async () => {
  const dir = await newCluster();
  const other = await startInAnotherProcess(dir);
  await write(other, 'before the kill');
  const { pid } = await readPidFile(dir);
  await kill(other.process);
  expect(await whose(pid, dataOf(dir))).toBe('ours');

  const postgres = await startEmbeddedPostgres({ dir });
  expect(postgres.adopted).toBe(true);
  expect(postgres.url).toBe(other.url);
  expect(await read(postgres)).toEqual(['before the kill']);
  await postgres.stop();
  expect(await whose(pid, dataOf(dir))).not.toBe('ours');
});

test('a database server killed under load starts again and has lost no acknowledged row', async () => {
  const dir = await newCluster();
  const killed = await startEmbeddedPostgres({ dir });
  await write(killed, '0');
  const { pid } = await readPidFile(dir);
  const acknowledged = await writeUntilCut(killed, () => process.kill(pid, 'SIGKILL'));

  const postgres = await startEmbeddedPostgres({ dir });
  expect(postgres.adopted).toBe(false);
  expect(await read(postgres)).toEqual(expect.arrayContaining(acknowledged));
  // The end of the first process must not stop the server of the second.
  await killed.stop();
  expect(await read(postgres)).toContain('0');
  await postgres.stop();
});

test('a killed database server that was never reaped does not prevent the next start', async () => {
  const dir = await newCluster();
  const other = await startInAnotherProcess(dir);
  await write(other, 'kept');
  // A stopped parent does not reap: its dead child stays in the process table.
  other.process.kill('SIGSTOP');
  process.kill((await readPidFile(dir)).pid, 'SIGKILL');

  const postgres = await startEmbeddedPostgres({ dir });
  expect(postgres.adopted).toBe(false);
  expect(await read(postgres)).toEqual(['kept']);
  await postgres.stop();
});

test('a stale pid file that names an unrelated live process is removed, and the process is untouched', async () => {
  const dir = await newCluster();
  const { uid, gid } = await stat(dataOf(dir));
  const bystander = keep(spawn('sleep', ['60'], { uid, gid, stdio: 'ignore' }));
  await once(bystander, 'spawn');
  await writePidFile(dir, `${bystander.pid}\n${dataOf(dir)}\n1700000000\n5432\n`);

  const postgres = await startEmbeddedPostgres({ dir });
  expect(postgres.adopted).toBe(false);
  expect(bystander.exitCode ?? bystander.signalCode).toBe(null);
  await postgres.stop();
});

test('a stale pid file that names another live database does not lead to its data', async () => {
  const [dir, otherDir] = [await newCluster(), await newCluster()];
  const other = await startEmbeddedPostgres({ dir: otherDir });
  await writePidFile(dir, await readFile(path.join(dataOf(otherDir), 'postmaster.pid'), 'utf8'));

  const postgres = await startEmbeddedPostgres({ dir });
  expect(postgres.adopted).toBe(false);
  expect(new URL(postgres.url).port).not.toBe(new URL(other.url).port);
  await postgres.stop();
  await write(other, 'still up');
  await other.stop();
});

test('two first starts at once share one database server, and the last to stop ends it', async () => {
  const dir = await newFolder();
  const [one, other] = await Promise.all([startInAnotherProcess(dir), startInAnotherProcess(dir)]);
  expect(one.url).toBe(other.url);
  expect([one.adopted, other.adopted].sort()).toEqual([false, true]);
  const { pid } = await readPidFile(dir);

  await stop(one.process);
  await write(other, 'the other goes on');
  expect(await whose(pid, dataOf(dir))).toBe('ours');
  await stop(other.process);
  expect(await whose(pid, dataOf(dir))).not.toBe('ours');
});

test('a first start killed half-way is cleaned up by the next one, which works', async () => {
  const dir = await newFolder();
  const child = spawnStart(dir);
  const half = await until(async () => {
    const name = (await readdir(dir)).find((entry) => entry.startsWith('initdb-'));
    const begun = name && (await stat(path.join(dir, name, 'data/base')).catch(() => null));
    return begun ? name : null;
  });
  // Kills the whole process group, like a closed terminal or a stopped container: initdb dies too.
  process.kill(-Number(child.pid), 'SIGKILL');
  await once(child, 'exit');
  expect(await readdir(dir)).toContain(half);

  const postgres = await startEmbeddedPostgres({ dir });
  await write(postgres, 'works');
  expect((await readdir(dir)).filter((name) => name.startsWith('initdb-'))).toEqual([]);
  await postgres.stop();
});

test('a database folder that other users cannot enter works, even after it is renamed', async () => {
  const closed = await newFolder(0o700);
  const dir = path.join(closed, 'first');
  folders.unshift(dir);
  const other = await startInAnotherProcess(dir);
  await write(other, 'kept');
  await kill(other.process);

  const renamed = path.join(closed, 'second');
  folders.unshift(renamed);
  await rename(dir, renamed);
  const postgres = await startEmbeddedPostgres({ dir: renamed });
  expect(await read(postgres)).toEqual(['kept']);
  await postgres.stop();
});

test('a database folder renamed under its running server keeps its rows', async () => {
  const dir = await newCluster();
  const other = await startInAnotherProcess(dir);
  await write(other, 'kept');
  await kill(other.process);

  const renamed = `${dir}-renamed`;
  folders.unshift(renamed);
  await rename(dir, renamed);
  const postgres = await startEmbeddedPostgres({ dir: renamed });
  expect(await read(postgres)).toEqual(['kept']);
  await postgres.stop();
});

test('a new data folder does not touch the database of the old one, which the start and npm run tidy report', {
  timeout: 60_000,
}, async () => {
  const closed = await newFolder(0o700);
  const dir = path.join(closed, 'postgres');
  folders.unshift(dir, `${dir}-away`);
  const first = await startEmbeddedPostgres({ dir });
  await write(first, 'kept');
  await first.stop();
  // Only root stores it elsewhere, because PostgreSQL then runs as another user.
  const home = await readFile(path.join(dir, 'elsewhere'), 'utf8').catch(() => null);
  // Simulates a volume that is not mounted at first.
  await rename(dir, `${dir}-away`);
  const lines: string[] = [];
  const second = await startEmbeddedPostgres({ dir, onProgress: (line) => lines.push(line) });
  await second.stop();
  const naming = lines.filter((line) => home && line.includes(home) && line.includes(closed));
  expect(naming).toHaveLength(home ? 1 : 0);
  const { output } = await runToEnd('scripts/tidy.ts', {});
  expect(output.includes(home ?? dir)).toBe(home !== null);
  await discardEmbeddedPostgres(dir);
  await rename(`${dir}-away`, dir);
  const again = await startEmbeddedPostgres({ dir });
  expect(await read(again)).toEqual(['kept']);
  await again.stop();
});

test('on a platform without a build of PostgreSQL the error says to set DATABASE_URL', async () => {
  const dir = await newFolder();
  const child = spawnStart(dir, `Object.defineProperty(process, 'arch', { value: 'mips' });`);
  if (!child.stderr) throw new Error('The process has no output.');
  expect(await text(child.stderr)).toMatch(
    /no embedded PostgreSQL for \w+-mips .*set DATABASE_URL/,
  );
});

async function makeFolder(mode = 0o755): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-embedded-'));
  await chmod(dir, mode);
  return dir;
}

async function newFolder(mode?: number): Promise<string> {
  const dir = await makeFolder(mode);
  folders.push(dir);
  return dir;
}

/** A folder with a database that was stopped cleanly. */
async function newCluster(): Promise<string> {
  const dir = await newFolder();
  await promisify(execFile)('cp', ['-a', path.join(template, 'cluster'), dir]);
  return dir;
}

function spawnStart(dir: string, before = ''): ChildProcess {
  const launcher = pathToFileURL(path.join(import.meta.dirname, 'embedded.ts'));
  const script = `${before}
    const { startEmbeddedPostgres } = await import(${JSON.stringify(launcher.href)});
    const { url, adopted, stop } = await startEmbeddedPostgres({ dir: ${JSON.stringify(dir)} });
    console.log(JSON.stringify({ url, adopted }));
    process.on('SIGTERM', () => stop().then(() => process.exit()));`;
  return keep(
    spawn(process.execPath, ['--input-type=module', '--eval', script], {
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
}

async function startInAnotherProcess(dir: string) {
  const child = spawnStart(dir);
  if (!child.stdout) throw new Error('The process has no output.');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url, adopted }: { url: string; adopted: boolean } = JSON.parse(line);
  return { url, adopted, process: child };
}

function keep(child: ChildProcess): ChildProcess {
  processes.push(child);
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function write({ url }: Pick<EmbeddedPostgres, 'url'>, word: string): Promise<void> {
  await query(url, 'create table if not exists words (word text)');
  await query(url, 'insert into words values ($1)', [word]);
}

/** Writes rows one by one, kills the server after the hundredth and returns the confirmed ones. */
async function writeUntilCut({ url }: EmbeddedPostgres, cut: () => void): Promise<string[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const acknowledged: string[] = [];
  try {
    for (;;) {
      const word = String(acknowledged.length + 1);
      await client.query('insert into words values ($1)', [word]);
      if (acknowledged.push(word) === 100) cut();
    }
  } catch {
    return acknowledged;
  }
}

async function read({ url }: EmbeddedPostgres): Promise<string[]> {
  return (await query(url, 'select word from words')).map((row) => row.word);
}

async function query(url: string, sql: string, values: string[] = []): Promise<{ word: string }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ word: string }>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function dataOf(dir: string): string {
  return path.join(dir, 'cluster/data');
}

async function readPidFile(dir: string): Promise<{ pid: number }> {
  const record = await readFile(path.join(dataOf(dir), 'postmaster.pid'), 'utf8');
  return { pid: Number(record.split('\n')[0]) };
}

async function writePidFile(dir: string, record: string): Promise<void> {
  await writeFile(path.join(dataOf(dir), 'postmaster.pid'), record, { mode: 0o644 });
}

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    await sleep(5);
  }
}
