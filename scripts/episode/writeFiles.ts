import { createHash } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AI_DISCLOSURE } from '#shared/aiDisclosure.ts';
import type { Transcript } from '#shared/script.ts';
import { readSetting, writeSetting } from '../../server/base/db/settings.ts';
import { findScript } from '../../server/episodes/listen/podcasts.ts';
import { chaptersJson, transcriptOf } from '../../server/episodes/listen/presentPodcast.ts';
import type { PodcastRow } from '../../server/episodes/log/lease.ts';
import type { Production } from '../withProduction.ts';
import { causeOf, Ending, isDiskFull } from './ending.ts';
import { orderName } from './findOrder.ts';
import { clock } from './progress.ts';
import { type EpisodeOptions, slugOf } from './readArguments.ts';

const KEPT = 8;

const filesName = (options: EpisodeOptions) => `files of ${orderName(options)}`;

const knownTo = async (
  { db }: Pick<Production, 'db'>,
  options: EpisodeOptions,
): Promise<string[]> => JSON.parse((await readSetting(db, filesName(options))) ?? '[]');

/** Throws `Ending` if the name that was asked for is taken, before the episode is paid for. */
export async function checkFiles(
  production: Pick<Production, 'db'>,
  options: EpisodeOptions,
): Promise<void> {
  await fileFor(options, await knownTo(production, options), null);
}

/** Each file is whole or not there, the sound last: where it is, the others are. */
export async function writeFiles(
  { db, storage }: Pick<Production, 'db' | 'storage'>,
  podcast: PodcastRow,
  options: EpisodeOptions,
): Promise<string[]> {
  const sound = podcast.audioKey && (await storage.get(podcast.audioKey));
  if (!sound) {
    throw new Ending(
      'failed',
      'Its sound is not where this command looks: set the same S3_… as the server that made it, or start another with --new.',
    );
  }
  const script = await findScript({ db }, null, podcast.shareToken);
  const [transcript, chapters] = [transcriptOf(script), chaptersJson(script)];
  const known = await knownTo({ db }, options);
  const files = filesBeside(await fileFor(options, known, podcast.title));
  const contents = [asJson(transcript), asText(podcast, transcript), asJson(chapters), sound];
  // Saved before the files: after a kill in between, the same command may replace its own.
  const digests = [...new Set([...known, ...contents.map(digestOf)])].slice(-KEPT);
  await writeSetting(db, filesName(options), JSON.stringify(digests));
  try {
    for (const [index, file] of files.entries()) await writeWhole(file, contents[index] ?? '');
  } catch (error) {
    const reason = causeOf(error);
    const kind = isDiskFull(error) ? 'later' : 'failed';
    throw new Ending(kind, `It is finished but could not be written: ${reason}. Run it again.`);
  }
  return files;
}

const asJson = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`;

function asText({ title, summary }: PodcastRow, { segments }: Transcript): string {
  const said = segments.map(
    ({ speaker, startTime, body }) => `[${clock(startTime * 1000)}] ${speaker}: ${body}`,
  );
  return `${[title, summary, AI_DISCLOSURE, ...said].filter(Boolean).join('\n\n')}\n`;
}

async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const half = `${file}.${process.pid}.half`;
  try {
    await writeFile(half, content, { flush: true });
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

function filesBeside(sound: string): [string, string, string, string] {
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
