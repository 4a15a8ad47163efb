import { mkdir, mkdtemp, open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { renameAll, writeWhole } from './files.ts';
import { Damage, pack, type Source, unpack } from './tar.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-archive-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('files of any length are unpacked as they were packed, and a cut archive is rejected', async () => {
  const lengths = [0, 1, 511, 512, 513, 3_000_000];
  const packed = await buffer(
    pack(
      (async function* (): AsyncGenerator<Source> {
        yield { name: 'folder/' };
        for (const length of lengths) {
          const file = path.join(dir, String(length));
          await writeFile(file, Buffer.alloc(length, 'x'));
          yield { name: `folder/${length}`, file: await open(file) };
        }
      })(),
    ),
  );
  const found = await read(packed);
  expect(found.map(({ name, length }) => [name, length])).toEqual([
    ['folder/', 0],
    ...lengths.map((length) => [`folder/${length}`, length]),
  ]);
  expect(found.every(({ body }) => /^x*$/.test(body))).toBe(true);
  await expect(read(packed.subarray(0, -2048))).rejects.toThrow(Damage);
});

test('a file truncated while it is packed keeps its length and does not damage the next one', async () => {
  const file = path.join(dir, 'shrinking');
  await writeFile(file, Buffer.alloc(3_000_000, 'x'));
  const parts: Buffer[] = [];
  const sources = (async function* (): AsyncGenerator<Source> {
    yield { name: 'shrinking', file: await open(file) };
    yield { name: 'next', bytes: Buffer.from('whole') };
  })();
  for await (const part of pack(sources)) {
    if (parts.push(part) === 2) await truncate(file, 10);
  }
  const [first, next] = await read(Buffer.concat(parts));
  expect(first?.length).toBe(3_000_000);
  expect(next?.body).toBe('whole');
});

test('a write that fails half-way leaves no file behind', async () => {
  const target = path.join(dir, 'backup.tar.gz');
  const failing = (async function* () {
    yield Buffer.alloc(100_000, 'x');
    throw new Error('the database went away');
  })();
  await expect(writeWhole(target, failing)).rejects.toThrow('the database went away');
  expect(await readdir(dir)).toEqual([]);
});

test('a rename that fails undoes the renames before it', async () => {
  const at = (name: string) => path.join(dir, name);
  await mkdir(at('former'));
  await writeFile(at('former/row'), 'kept');
  const moves = [
    { from: at('former'), to: at('kept') },
    { from: at('missing'), to: at('former') },
  ];
  await expect(renameAll(moves)).rejects.toThrow('ENOENT');
  expect(await readdir(dir)).toEqual(['former']);
  expect(await readFile(at('former/row'), 'utf8')).toBe('kept');
});

async function read(packed: Buffer) {
  const found: { name: string; length: number; body: string }[] = [];
  const bytes = (async function* () {
    yield packed;
  })();
  for await (const { name, body } of unpack(bytes)) {
    const whole = await buffer(body);
    found.push({ name, length: whole.length, body: whole.toString() });
  }
  return found;
}
