import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Ending } from './ending.ts';
import { type EpisodeOptions, slugOf } from './readArguments.ts';

export function filesBeside(sound: string): [string, string, string, string] {
  const stem = sound.slice(0, -path.extname(sound).length);
  return [`${stem}.json`, `${stem}.txt`, `${stem}.chapters.json`, sound];
}

export const digestOf = (content: string | Buffer) =>
  createHash('sha256').update(content).digest('hex');

/**
 * Nothing is written over but `known`, the digests of what the same command wrote before. A name
 * that was not asked for gives way to the episode's title; until there is one, it may be taken.
 * Throws `Ending` with exit code 2 if another name has to be given.
 */
export async function fileFor(
  options: EpisodeOptions,
  known: string[],
  title: string | null,
): Promise<string> {
  const taken = await obstacleAt(options.out, options, known);
  if (!taken || (!options.isNamed && title === null)) return options.out;
  const byTitle = path.join(path.dirname(options.out), `${slugOf(title ?? '')}.mp3`);
  const obstacle = options.isNamed ? taken : await obstacleAt(byTitle, options, known);
  if (!obstacle) return byTitle;
  throw new Ending('wrong', `${obstacle} Give another name with --out.`);
}

async function obstacleAt(
  sound: string,
  options: EpisodeOptions,
  known: string[],
): Promise<string | null> {
  const sources = await Promise.all(options.sources.map(({ file }) => idOf(file)));
  for (const file of filesBeside(sound)) {
    const id = await idOf(file);
    if (id === null) continue;
    // Compared by identity: it may be a link, or differ in case where that makes no difference.
    if (sources.includes(id)) return `${file} is one of the sources.`;
    const content = await readFile(file).catch(() => null);
    if (options.isForced ? content : content && known.includes(digestOf(content))) continue;
    return `${file} is there already, and not from this episode: --force replaces files.`;
  }
  return null;
}

async function idOf(file: string | null): Promise<string | null> {
  const found = file === null ? null : await stat(file, { bigint: true }).catch(() => null);
  return found && `${found.dev} ${found.ino}`;
}
