import path from 'node:path';
import { ProviderFailure } from '../kit/provider.ts';

/** Most file systems take no longer name, bytes. */
const LONGEST_NAME = 255;

/**
 * Where the object of this key is in a folder of stored files, relative to it. Each part of the key is
 * one name, escaped as in an address, so that any system can have it. A name never begins with a dot:
 * those are the storage's own files. Throws `ProviderFailure`, `rejected`, for a key that would leave
 * the folder or has no such name.
 */
export function objectFile(key: string): string {
  const names = key.split('/').map((part) => encodeURIComponent(part).replaceAll('*', '%2A'));
  const isName = (name: string) => /^[^.]/.test(name) && name.length <= LONGEST_NAME - 10;
  if (names.every(isName)) return path.join(...names);
  throw new ProviderFailure('Folder', 'rejected', `no file can be stored as ${key}`);
}

/** Where its content type is, if its name does not tell it. */
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
