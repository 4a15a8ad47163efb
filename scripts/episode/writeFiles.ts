import { open, rename, rm } from 'node:fs/promises';
import { AI_DISCLOSURE } from '#shared/aiDisclosure.ts';
import type { Transcript } from '#shared/script.ts';
import { readSetting, writeSetting } from '../../server/base/db/settings.ts';
import { findScript } from '../../server/episodes/listen/podcasts.ts';
import { chaptersJson, transcriptOf } from '../../server/episodes/listen/presentPodcast.ts';
import type { PodcastRow } from '../../server/episodes/log/lease.ts';
import { causeOf, Ending, isDiskFull } from './ending.ts';
import { orderName } from './findOrder.ts';
import type { Production } from './openProduction.ts';
import { digestOf, fileFor, filesBeside } from './outFiles.ts';
import { clock } from './progress.ts';
import type { EpisodeOptions } from './readArguments.ts';

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
    const handle = await open(half, 'w');
    await handle
      .writeFile(content)
      .then(() => handle.sync())
      .finally(() => handle.close());
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}
