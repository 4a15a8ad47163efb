import { stat } from 'node:fs/promises';
import { brand } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Chapter } from '../../episodes/log/chapters.ts';
import { storedKeys } from '../../episodes/log/storedKeys.ts';
import type { EpisodeRun } from '../run/episodeRun.ts';

/** Streams have no cover: a picture in an MP3's tag makes Chromium read a megabyte first. */
export async function publishEpisode(
  { work: { podcast }, outline, file, audio, storage }: EpisodeRun,
  { wave, chapters }: { wave: EpisodeWave | null; chapters: Chapter[] },
): Promise<{ audioKey: string; audioBytes: number; streamBytes: number }> {
  const { title, summary } = outline;
  const hosts: [string, string] = [podcast.voice1Name, podcast.voice2Name];
  const cover = await audio.drawCover({ title, hosts, seed: podcast.publicId, wave });
  const tags = {
    title,
    hosts,
    summary,
    date: podcast.createdAt,
    chapters,
    comment: `Made by AI with ${brand.name}; may contain mistakes.`,
  };
  const keys = storedKeys(podcast.publicId);
  await storage.put(keys.cover, cover, 'image/jpeg');
  async function store(key: string, cover: Buffer | null): Promise<number> {
    await audio.tag(file, { ...tags, cover });
    await storage.putFile(key, file, 'audio/mpeg');
    return (await stat(file)).size;
  }
  const streamBytes = await store(keys.stream, null);
  return { audioKey: keys.audio, audioBytes: await store(keys.audio, cover), streamBytes };
}
