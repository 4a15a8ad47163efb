import { stat } from 'node:fs/promises';
import { brand } from '#shared/brand.ts';
import type { EpisodeWave } from '#shared/episode.ts';
import type { Chapter } from '../podcasts/chapters.ts';
import type { EpisodeRun } from './episodeRun.ts';

/** Tags the finished file, and stores it with its cover. */
export async function publishEpisode(
  { work: { podcast }, outline, file, audio, storage }: EpisodeRun,
  { wave, chapters }: { wave: EpisodeWave | null; chapters: Chapter[] },
): Promise<{ audioKey: string; audioBytes: number }> {
  const { title, summary } = outline;
  const hosts: [string, string] = [podcast.voice1Name, podcast.voice2Name];
  const cover = await audio.drawCover({ title, hosts, seed: podcast.publicId, wave });
  await audio.tag(file, {
    title,
    hosts,
    summary,
    date: podcast.createdAt,
    cover,
    chapters,
    comment: `Made by AI with ${brand.name}; may contain mistakes.`,
  });
  const folder = `episodes/${podcast.publicId}`;
  await storage.put(`${folder}/cover.jpg`, cover, 'image/jpeg');
  const audioKey = `${folder}/episode.mp3`;
  await storage.putFile(audioKey, file, 'audio/mpeg');
  return { audioKey, audioBytes: (await stat(file)).size };
}
