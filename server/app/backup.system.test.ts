import { createHash } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restoreBackup } from '../../scripts/archive/restore.ts';
import { discardEmbeddedPostgres } from '../base/db/embedded/home.ts';
import { startEmbeddedPostgres } from '../base/db/embedded.ts';
import { type Database, openDatabase } from '../base/db/openDatabase.ts';
import { openBuyer } from '../testing/buyer.ts';
import { eventually } from '../testing/eventually.ts';
import { endAll, runToEnd, startProduct } from '../testing/processes.ts';
import { openSnapshots } from '../testing/snapshot.ts';

/*
 * A product with one delivered episode and one in production, backed up while it runs and again
 * when it has stopped.
 */

let dir: string;
const folders: string[] = [];
const at = (name: string) => path.join(dir, name);
const live = () => at('live.tar.gz');
const cold = () => at('cold.tar.gz');
/** The listen page of the delivered episode. */
let shareToken: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-backup-'));
  await chmod(dir, 0o755);
  const home = newHome('first');
  await mkdir(path.join(home, 'sound/episodes/1'), { recursive: true });
  await writeFile(
    path.join(home, 'sound/episodes/1/episode.mp3'),
    'sound that is kept in a folder',
  );
  const product = await startProduct({ DATA_DIR: home });
  await onDatabase(home, async ({ pool }) => {
    const buyer = await openBuyer(product.url, {
      pool,
      async pay(id) {
        const door = `${product.url}/standins/paddle/demo/transactions/${id}/pay`;
        expect((await fetch(door, { method: 'POST' })).status).toBe(200);
      },
    });
    const [one = '', two = ''] = await buyer.voices();
    const order = { topic: 'Tides', minutes: 10, voices: [one, two] as [string, string] };
    const done = await buyer.buy({ ...order, minutes: 1 });
    await buyer.delivered(done.publicId, 120);
    const shared = 'select share_token from podcasts where public_id = $1';
    shareToken = (await pool.query(shared, [done.publicId])).rows[0].share_token;
    await eventually('its email is sent', async () => {
      const sent = `select 1 from emails where sent_at is not null`;
      return (await pool.query(sent)).rowCount;
    });
    const { publicId } = await buyer.buy(order);
    await eventually(
      'lines of the next one are spoken',
      async () => (await buyer.find(publicId)).progress.linesSpoken > 3,
    );
    expect(await run('backup', home, live())).toMatchObject({ code: 0 });
  });
  expect(await product.end('SIGTERM')).toBe(0);
  expect(await run('backup', home, cold())).toMatchObject({ code: 0 });
}, 240_000);

afterAll(async () => {
  await endAll();
  for (const home of folders) await discardEmbeddedPostgres(path.join(home, 'postgres'));
  await rm(dir, { recursive: true, force: true });
});

describe('restore', { timeout: 120_000 }, () => {
  it('a backup of the stopped product restores every row and every file', async () => {
    const home = newHome('second');
    const { code, output } = await run('restore', home, cold());
    expect(output).toMatch(/with 2 orders and 2 episodes/);
    expect(code).toBe(0);
    const rows = await onDatabase(home, rowsOf);
    expect(rows.jobs).toHaveLength(2);
    expect(rows).toEqual(await onDatabase(at('first'), rowsOf));
    for (const folder of ['standins', 'sound']) {
      const files = await filesIn(at(`second/${folder}`));
      expect(files).toEqual(await filesIn(at(`first/${folder}`)));
    }
  });

  it('a backup of the running product restores delivered episodes and carries on the unfinished one', async () => {
    const home = newHome('third');
    expect(await run('restore', home, live())).toMatchObject({ code: 0 });
    const product = await startProduct({ DATA_DIR: home });
    const page = await fetch(`${product.url}/api/listen/${shareToken}`);
    const { audioUrl } = ((await page.json()) as { episode: { audioUrl: string } }).episode;
    const sound = await fetch(new URL(audioUrl, product.url));
    expect(sound.status).toBe(200);
    expect((await sound.arrayBuffer()).byteLength).toBeGreaterThan(100_000);
    await onDatabase(home, async ({ pool }) => {
      const spoken = async () => {
        const { rows } = await pool.query(
          `select count(*)::int from podcast_lines where state = 'spoken'`,
        );
        return Number(rows[0].count);
      };
      const before = await spoken();
      await eventually('more lines are spoken', async () => (await spoken()) > before + 3, 60);
    });
    expect(await product.end('SIGTERM')).toBe(0);
  });
});

describe('refused restore', {
  timeout: 60_000,
}, () => {
  async function expectRefusal(file: string, sentence: RegExp, force: boolean) {
    const before = await changesIn(at('first'));
    const refusal = await restoreBackup(file, at('first'), force).catch((error: Error) => error);
    expect(refusal).toBeInstanceOf(Error);
    expect(String(refusal)).toMatch(sentence);
    expect(await changesIn(at('first'))).toEqual(before);
  }

  it.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['cut short', (bytes) => bytes.subarray(0, bytes.length / 2), /is not a complete backup/],
    ['with one wrong bit', flipBit, /is not a complete backup/],
    ['of somebody’s words', () => Buffer.from('Dear diary'), /is not a complete backup.*header/],
    ['in another’s archive', inTar('duologue-backup', 'else'), /does not begin with duologue-b/],
    ['of newer code', inTar('"migration": "0', '"migration": "9'), /newer code \(.* migration 9/],
    [
      'of another machine',
      inTar(process.arch, 'pdp11'.slice(-process.arch.length)),
      /cannot be used on/,
    ],
  ])(
    'restore refuses a file %s in one sentence, even with --force, and changes nothing',
    async (_, spoil, sentence) => {
      const file = at('spoilt.tar.gz');
      await writeFile(file, spoil(await readFile(cold())));
      await expectRefusal(file, sentence, true);
    },
  );

  it('restore refuses a folder that is not empty in one sentence, and changes nothing', async () => {
    await expectRefusal(
      cold(),
      /first is not empty: set DATA_DIR to a new folder, or add --force/,
      false,
    );
  });

  it('restore refuses while the database runs, even with --force', async () => {
    const postgres = await startEmbeddedPostgres({ dir: at('first/postgres') });
    const { code, output } = await run('restore', at('first'), cold(), '--force');
    expect(output).toMatch(/is running: stop whatever uses it first/);
    expect(code).toBe(1);
    await postgres.stop();
  });
});

it('restore --force keeps the old folder under another name', { timeout: 60_000 }, async () => {
  const home = newHome('fourth');
  expect(await run('restore', home, live())).toMatchObject({ code: 0 });
  const before = await filesIn(path.join(home, 'standins'));
  const { code, output } = await run('restore', home, cold(), '--force');
  expect(code).toBe(0);
  const kept = [...output.matchAll(/What was there before is in (\S+);/g)].map(
    ([, place = '']) => place,
  );
  expect(kept).toHaveLength(3);
  expect(await filesIn(String(kept.find((place) => /standins-before/.test(place))))).toEqual(
    before,
  );
  expect(await filesIn(path.join(home, 'standins'))).toEqual(await filesIn(at('first/standins')));
});

describe('refused backup', () => {
  it.each([
    ['where no database was made', 'none', {}, /nothing to back up/],
    ['of a database elsewhere', 'first', { DATABASE_URL: 'postgres://db.example/x' }, /pg_dump/],
  ])('backup %s is refused in one sentence', async (_, home, env, sentence) => {
    const { code, output } = await runToEnd('scripts/backup.ts', { DATA_DIR: at(home), ...env });
    expect(output.trim().split('\n')).toEqual([expect.stringMatching(sentence)]);
    expect(code).toBe(1);
    expect(await readdir(dir)).not.toContain('none');
  });

  it('backup does not overwrite a file of that name', async () => {
    const before = await stat(cold());
    const { code, output } = await run('backup', at('first'), cold());
    expect(output).toMatch(/cold.tar.gz already exists/);
    expect(code).toBe(1);
    expect((await stat(cold())).mtimeMs).toBe(before.mtimeMs);
  });
});

it('a backup file is readable by its owner only', async () => {
  expect((await stat(cold())).mode & 0o777).toBe(0o600);
});

const run = (act: 'backup' | 'restore', home: string, ...words: string[]) =>
  runToEnd(`scripts/${act}.ts`, { DATA_DIR: home }, { args: words });

/** A DATA_DIR that is removed after the tests. */
function newHome(name: string): string {
  folders.push(at(name));
  return at(name);
}

/** Starts a folder's embedded database, and stops it after the work. */
async function onDatabase<T>(home: string, work: (database: Database) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dir: path.join(home, 'postgres') });
  const database = openDatabase(postgres.url);
  try {
    return await work(database);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

async function rowsOf({ pool }: Database) {
  const snapshot = await openSnapshots(pool);
  const { rows: jobs } = await pool.query('select * from pgboss.job order by id');
  return { ...(await snapshot()), jobs };
}

/** The result of `ask` for every file of a folder, by file name. */
async function eachFile(folder: string, ask: (file: string) => Promise<string | number>) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile());
  const found = files.map(async ({ parentPath, name }) => {
    const file = path.join(parentPath, name);
    return [path.relative(folder, file), await ask(file)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

const filesIn = (folder: string) =>
  eachFile(folder, async (file) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex'),
  );

/** Modification time of each file, ms. */
const changesIn = (folder: string) => eachFile(folder, async (file) => (await stat(file)).mtimeMs);

/** Damages the middle of the archive, which only the checksum of the whole detects. */
function flipBit(bytes: Buffer): Buffer {
  const place = Math.floor(bytes.length / 2);
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  return bytes;
}

/** Changes text in the first files of the archive, which stays valid. */
function inTar(words: string, others: string): (bytes: Buffer) => Buffer {
  return (bytes) => {
    const tar = gunzipSync(bytes);
    const head = tar.subarray(0, 1024);
    head.write(others.padEnd(words.length), head.indexOf(words));
    const sum = head
      .subarray(0, 512)
      .fill(' ', 148, 156)
      .reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return gzipSync(tar, { level: 1 });
  };
}
