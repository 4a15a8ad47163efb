import { create } from 'content-disposition';

/**
 * The header that has a file saved under this name. Programs that read US-ASCII alone get what is left of
 * it, and never question marks.
 */
export function dispositionOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^ -~]+/g, '')
    .replace(/ +/g, ' ')
    .trim();
  const fallback = /^\W*mp3$/.test(plain) ? 'episode.mp3' : plain;
  return create(name.toWellFormed(), { fallback });
}
