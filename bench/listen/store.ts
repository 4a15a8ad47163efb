import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type StoredEpisode, storedEpisode } from './episode.ts';

/** Writes an episode into the folder; its number is its place among the topics. */
export async function saveEpisode(folder: string, number: number, episode: StoredEpisode) {
  await mkdir(folder, { recursive: true });
  const name = `${String(number + 1).padStart(2, '0')}.json`;
  await writeFile(path.join(folder, name), `${JSON.stringify(episode, null, 1)}\n`);
}

/** The episodes of a folder in the order of their files. Throws for a file that is none. */
export async function loadEpisodes(folder: string): Promise<StoredEpisode[]> {
  return Promise.all(
    (await namesIn(folder)).map(async (name) =>
      storedEpisode.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8'))),
    ),
  );
}

/** Deletes the episodes of the folder, and nothing else that is there. */
export async function clearEpisodes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await namesIn(folder)) await rm(path.join(folder, name));
}

const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name)).sort();
