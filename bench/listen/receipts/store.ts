import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ReceiptsEpisode } from './episode.ts';

/** Returns a function that keeps an episode in the folder, and deletes those of earlier runs. */
export async function openStore(folder: string) {
  await mkdir(folder, { recursive: true });
  for (const name of await namesIn(folder)) await rm(path.join(folder, name));
  return async (episode: ReceiptsEpisode, index: number): Promise<void> => {
    const name = `${String(index + 1).padStart(2, '0')}.json`;
    await writeFile(path.join(folder, name), `${JSON.stringify(episode, null, 1)}\n`);
  };
}

export async function loadEpisodes(folder: string): Promise<ReceiptsEpisode[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) =>
      JSON.parse(await readFile(path.join(folder, name), 'utf8')),
    ),
  );
}

const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name)).sort();
