import { create } from 'content-disposition';
import { ProviderFailure } from '../kit/provider.ts';

export interface StoredFile {
  bytes: number;
  contentType: string;
  etag?: string | undefined;
  changedAt?: Date | undefined;
}

export interface LinkOptions {
  /** Seconds. */
  expiresIn: number;
  downloadName?: string | undefined;
}

/** We generate the keys; they never contain users' text. */
export interface Storage {
  readonly provider: 'S3' | 'Folder';
  put(key: string, body: Buffer, contentType: string): Promise<void>;
  /** Throws unless the stored size equals the local one. */
  putFile(key: string, file: string, contentType: string): Promise<StoredFile>;
  get(key: string): Promise<Buffer | null>;
  head(key: string): Promise<StoredFile | null>;
  remove(keys: string[]): Promise<void>;
  /** A presigned GET URL for browsers, or such a path of our own site; supports Range. */
  link(key: string, options: LinkOptions): Promise<string>;
}

/** Returns what is stored under the key. Throws unless it has this size. */
export async function storedWith(
  size: number,
  key: string,
  { provider, head }: Pick<Storage, 'provider' | 'head'>,
): Promise<StoredFile> {
  const stored = await head(key);
  if (stored?.bytes === size) return stored;
  const found = `${key} was stored as ${stored?.bytes ?? 'no'} bytes instead of ${size}`;
  throw new ProviderFailure(provider, 'broken', found);
}

/** Programs that read only US-ASCII get what is left of the name, and never question marks. */
export function dispositionOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^ -~]+/g, '')
    .replace(/ +/g, ' ')
    .trim();
  const fallback = /^\W*mp3$/.test(plain) ? 'episode.mp3' : plain;
  return create(name.toWellFormed(), { fallback });
}
