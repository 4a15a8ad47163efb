import type { FileHandle } from 'node:fs/promises';

/*
 * The oldest common form of tar (POSIX.1-1988, "ustar"), so that `tar tzf` lists a backup on any
 * machine: a header of 512 bytes, the file filled up to whole blocks, two empty blocks at the end.
 */
const BLOCK = 512;
const CHUNK = 1024 * 1024;
/** Octal digits in the size field: a file of 8 GiB is too large, PostgreSQL's end at 1 GiB. */
const SIZE_DIGITS = 11;

/** What goes into an archive: a folder (its name ends with a slash), bytes, or an open file. */
export type Source =
  | { name: `${string}/` }
  | { name: string; bytes: Buffer }
  | { name: string; file: FileHandle };

/** What comes out; `body` has to be read to its end before the next one is asked for. */
export interface Entry {
  name: string;
  isFolder: boolean;
  body: AsyncIterable<Buffer>;
}

/** An archive that ends early or is none. */
export class Damage extends Error {}

/** Closes each file after it was read. A file that changes meanwhile is taken as long as it was at first. */
export async function* pack(sources: AsyncIterable<Source>): AsyncGenerator<Buffer> {
  for await (const source of sources) {
    if ('bytes' in source) {
      yield* framed(source.name, source.bytes.length, [source.bytes]);
    } else if ('file' in source) {
      try {
        const { size } = await source.file.stat();
        yield* framed(source.name, size, readExactly(source.file, size));
      } finally {
        await source.file.close();
      }
    } else {
      yield header(source.name, 0);
    }
  }
  yield Buffer.alloc(2 * BLOCK);
}

async function* framed(
  name: string,
  size: number,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield header(name, size);
  yield* body;
  yield Buffer.alloc(filling(size));
}

/** A file that was cut short since gives zeros for what is missing: PostgreSQL's log mends both. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    yield bytesRead ? chunk.subarray(0, bytesRead) : chunk;
    at += bytesRead || chunk.length;
  }
}

/** Reads what `pack` wrote, to the last byte. Throws `Damage`. */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const source = bytes[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);

  async function* read(count: number): AsyncGenerator<Buffer> {
    for (let left = count; left > 0; ) {
      if (held.length === 0) {
        const { value, done } = await source.next();
        if (done) throw new Damage('it ends too early');
        held = value;
      }
      const part = held.subarray(0, left);
      held = held.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  for (;;) {
    const block = await whole(read(BLOCK));
    if (block.every((byte) => byte === 0)) break;
    const { name, size } = readHeader(block);
    yield { name, isFolder: name.endsWith('/'), body: read(size) };
    await whole(read(filling(size)));
  }
  // The checksum over everything comes last; whoever stops before it has not checked anything.
  while (!(await source.next()).done);
}

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const filling = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

function header(name: string, size: number): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a backup.`);
  const block = Buffer.alloc(BLOCK);
  const isFolder = name.endsWith('/');
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  block.write(name, 0);
  block.write(octal(isFolder ? 0o700 : 0o600, 7), 100);
  block.write(octal(0, 7), 108);
  block.write(octal(0, 7), 116);
  block.write(octal(size, SIZE_DIGITS), 124);
  block.write(octal(Math.floor(Date.now() / 1000), 11), 136);
  block.write(isFolder ? '5' : '0', 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(octal(checksum(block), 6), 148);
  return block;
}

function readHeader(block: Buffer): { name: string; size: number } {
  const text = (from: number, length: number) =>
    block.toString('utf8', from, from + length).replace(/[\0 ].*$/s, '');
  const stated = Number.parseInt(text(148, 8), 8);
  if (text(257, 5) !== 'ustar' || stated !== checksum(block)) throw new Damage('it is no archive');
  return { name: text(0, 100), size: Number.parseInt(text(124, 12), 8) };
}

/** The sum of all bytes, as if the field that holds it were blanks. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, place) => sum + (place >= 148 && place < 156 ? 0x20 : byte), 0);
}
