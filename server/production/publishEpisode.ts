import { stat } from 'node:fs/promises';
import { brand } from '#shared/brand.ts';
import type { Outline } from '#shared/script.ts';
import type { AudioEngine, Tags } from '../audio/audio.ts';
import type { Chapter } from '../podcasts/chapters.ts';
import type { LeasedEpisode } from '../podcasts/lease.ts';
import type { Storage } from '../storage/storage.ts';

/** Tags the finished file and stores it with its cover. Resolves with what the listener's row needs. */
export async function publish(
  work: LeasedEpisode,
  outline: Outline,
  chapters: Chapter[],
  file: string,
  tools: { audio: AudioEngine; storage: Storage },
): Promise<{ audioKey: string; audioBytes: number }> {
  const { podcast } = work;
  const hosts: [string, string] = [podcast.voice1Name, podcast.voice2Name];
  const cover = await tools.audio.drawCover({
    title: outline.title,
    hosts,
    seed: podcast.publicId,
  });
  const tags: Tags = {
    title: outline.title,
    hosts,
    summary: outline.summary,
    date: podcast.createdAt,
    cover,
    chapters,
    comment: `Made by AI with ${brand.name}; may contain mistakes.`,
  };
  await tools.audio.tag(file, tags);
  const folder = `episodes/${podcast.publicId}`;
  await tools.storage.put(`${folder}/cover.jpg`, cover, 'image/jpeg');
  const audioKey = `${folder}/episode.mp3`;
  await tools.storage.putFile(audioKey, file, 'audio/mpeg');
  return { audioKey, audioBytes: (await stat(file)).size };
}
