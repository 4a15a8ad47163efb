import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { orderBrief } from '#shared/brief.ts';
import { DURATIONS } from '#shared/pricing.ts';
import { outline, SPEAKERS } from '#shared/script.ts';
import { STYLES, TONES, TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import listed from './topics.json' with { type: 'json' };

const KINDS = [
  'science',
  'history',
  'how-to',
  'personal',
  'several questions',
  'unclear',
  'typos',
  'other language',
  'no question',
  'order to the model',
  'private person',
] as const;

export const benchTopic = z.object({
  /** One account buys the topics with its number, in the order of the list. */
  account: z.number().int().positive(),
  topic: z.string().min(1).max(TOPIC_MAX),
  kind: z.enum(KINDS),
  style: z.enum(STYLES),
  tone: z.enum(TONES),
  minutes: z.literal(DURATIONS),
  /** The demo script on this topic, by its file's name in `standins/openai/scripts`. */
  script: z.string().optional(),
});
export type BenchTopic = z.infer<typeof benchTopic>;

export const topics: BenchTopic[] = z.array(benchTopic).parse(listed);

const line = z.object({
  speaker: z.enum(SPEAKERS),
  text: z.string(),
  /** Seconds of the finished file. */
  start: z.number(),
  end: z.number(),
});
export type TimedLine = z.infer<typeof line>;

/** A question, with the place of its answer in seconds of the file; open without one. */
const question = z.object({
  text: z.string(),
  start: z.number().optional(),
  end: z.number().optional(),
});

const modelAnswer = z.object({
  place: z.enum(['opening', 'middle', 'closing']),
  lines: z.array(z.object({ speaker: z.string(), text: z.string() })),
  sentences: z.number(),
  /** Lines of which the cleaner left nothing. */
  cleaned: z.array(z.string()),
});
export type ModelAnswer = z.infer<typeof modelAnswer>;

export const storedEpisode = z.object({
  topic: benchTopic,
  hosts: z.object({ A: z.string(), B: z.string() }),
  brief: orderBrief.nullable(),
  outline,
  title: z.string(),
  summary: z.string(),
  seconds: z.number(),
  lines: z.array(line),
  questions: z.array(question),
  answers: z.array(modelAnswer),
  costs: z.array(z.object({ provider: z.string(), calls: z.number(), microdollars: z.number() })),
});
export type StoredEpisode = z.infer<typeof storedEpisode>;

export async function saveEpisode(folder: string, index: number, episode: object): Promise<void> {
  const name = `${String(index + 1).padStart(2, '0')}.json`;
  await writeFile(path.join(folder, name), `${JSON.stringify(episode, null, 1)}\n`);
}

/** In the order of their files. */
export async function loadEpisodes(folder: string): Promise<unknown[]> {
  const names = (await namesIn(folder)).map((name) => path.join(folder, name));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(name, 'utf8'))));
}

export async function clearEpisodes(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await namesIn(folder)) await rm(path.join(folder, name));
}

const namesIn = async (folder: string) =>
  (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name)).sort();
