import path from 'node:path';
import { ProviderFailure } from '../kit/provider.ts';

/** The limit of most file systems, bytes. */
const LONGEST_NAME = 255;

/**
 * Each part of the key is one name, escaped so that any system can have it. No name begins with a
 * dot: those are the storage's own. Throws `ProviderFailure`, `rejected`, for a key that would
 * leave the folder or has no such name.
 */
export function objectFile(key: string): string {
  const names = key.split('/').map((part) => encodeURIComponent(part).replaceAll('*', '%2A'));
  const isName = (name: string) => /^[^.]/.test(name) && name.length <= LONGEST_NAME - 10;
  if (names.every(isName)) return path.join(...names);
  throw new ProviderFailure('Folder', 'rejected', `no file can be stored as ${key}`);
}

/** Holds the content type if the file's name does not tell it. */
export function typeFile(file: string): string {
  return path.join(path.dirname(file), `.${path.basename(file)}.type`);
}

export function typeByName(file: string): string {
  return TYPES[path.extname(file)] ?? 'application/octet-stream';
}

const TYPES: Record<string, string> = {
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.jpg': 'image/jpeg',
};
