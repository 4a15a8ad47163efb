import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AI_DISCLOSURE } from '#shared/aiDisclosure.ts';
import type { Transcript } from '#shared/script.ts';
import type { PodcastRow } from '../../server/podcasts/lease.ts';
import { openPodcasts } from '../../server/podcasts/podcasts.ts';
import { Ending } from './ending.ts';
import type { Production } from './openProduction.ts';
import { clock } from './progress.ts';

/**
 * Writes the sound, its transcript as JSON and as text, and its chapters side by side. Each file is there
 * as a whole or not at all, the sound last: where that is, the others are. Resolves with their names.
 */
export async function writeFiles(
  { db, storage }: Pick<Production, 'db' | 'storage'>,
  podcast: PodcastRow,
  out: string,
): Promise<string[]> {
  const sound = podcast.audioKey && (await storage.get(podcast.audioKey));
  if (!sound) {
    throw new Ending(
      'failed',
      'Its sound is not where this command looks: set the same S3_… as the server that made it, or start another with --new.',
    );
  }
  const podcasts = openPodcasts(db);
  const transcript = await podcasts.transcript(null, podcast.shareToken);
  const chapters = await podcasts.chapters(null, podcast.shareToken);
  const stem = out.slice(0, -path.extname(out).length);
  const files: [string, string | Buffer][] = [
    [`${stem}.json`, asJson(transcript)],
    [`${stem}.txt`, asText(podcast, transcript)],
    [`${stem}.chapters.json`, asJson(chapters)],
    [out, sound],
  ];
  try {
    for (const [file, content] of files) await writeWhole(file, content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Ending('failed', `It is finished but could not be written: ${reason}. Run it again.`);
  }
  return files.map(([file]) => file);
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
