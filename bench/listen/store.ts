import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type StoredEpisode, storedEpisode } from './episode.ts';

export async function saveEpisode(folder: string, number: number, episode: StoredEpisode) {
  await mkdir(folder, { recursive: true });
  const name = `${String(number + 1).padStart(2, '0')}.json`;
  await writeFile(path.join(folder, name), `${JSON.stringify(episode, null, 1)}\n`);
}

/** Returns the episodes in the order of their files. Throws for a file that is not one. */
export async function loadEpisodes(folder: string): Promise<StoredEpisode[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) =>
      storedEpisode.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8'))),
    ),
  );
}

export async function clearEpisodes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await namesIn(folder)) await rm(path.join(folder, name));
}

const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name)).sort();
