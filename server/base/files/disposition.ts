import { create } from 'content-disposition';

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
