import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { extract, type Header, pack as openPack } from 'tar-stream';

/* A plain tar, so that `tar tzf` lists a backup on any machine. */

const CHUNK = 1024 * 1024;
const FOLDER = { type: 'directory', mode: 0o700 } as const;
const FILE = { type: 'file', mode: 0o600 } as const;

export type Source =
  | { name: `${string}/` }
  | { name: string; bytes: Buffer }
  | { name: string; file: FileHandle };

/** `body` has to be read to its end before the next entry is asked for. */
export interface Entry {
  name: string;
  isFolder: boolean;
  body: AsyncIterable<Buffer>;
}

export class Damage extends Error {}

/** Closes each file after reading it. A file that changes meanwhile keeps its first length. */
export function pack(sources: AsyncIterable<Source>): AsyncIterable<Buffer> {
  const archive = openPack();
  async function fill(): Promise<void> {
    for await (const source of sources) {
      const { name } = source;
      if ('bytes' in source) {
        archive.entry({ ...FILE, name }, source.bytes);
      } else if ('file' in source) {
        try {
          const { size } = await source.file.stat();
          const entry = archive.entry({ ...FILE, name, size });
          await pipeline(Readable.from(readExactly(source.file, size)), entry);
        } finally {
          await source.file.close();
        }
      } else {
        archive.entry({ ...FOLDER, name });
      }
    }
    archive.finalize();
  }
  fill().catch((error) => archive.destroy(error));
  return archive as AsyncIterable<unknown> as AsyncIterable<Buffer>;
}

/** Fills up with zeros a file that was cut short since: PostgreSQL's log repairs it. */
async function* readExactly(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const chunk = Buffer.alloc(Math.min(CHUNK, size - at));
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    yield bytesRead ? chunk.subarray(0, bytesRead) : chunk;
    at += bytesRead || chunk.length;
  }
}

/** Reads what `pack` wrote, to the last byte. Throws `Damage`, and what `bytes` throws. */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const source = Readable.from(bytes);
  const archive = extract();
  let fault: Error | null = null;
  source.on('error', (error) => {
    fault = error;
    archive.destroy(error);
  });
  source.pipe(archive);
  async function* formatted<T>(parts: AsyncIterable<unknown>): AsyncGenerator<T> {
    try {
      for await (const part of parts) yield part as T;
    } catch (error) {
      throw fault ?? new Damage(error instanceof Error ? error.message : String(error));
    }
  }
  for await (const entry of formatted<Readable & { header: Header }>(archive)) {
    const { name, type } = entry.header;
    yield { name, isFolder: type === 'directory', body: formatted(entry) };
  }
  // The checksum over everything comes last: nothing is verified before it.
  await finished(source.resume());
}
