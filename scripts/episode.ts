// `npm run episode -- "Why do cats purr?" --minutes 10 --out cats.mp3`: makes one episode without a
// browser or a server. Killed and started again with the same arguments, it continues where it was.
import '../server/app/env.ts';
import './episode/quiet.ts';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { isDemoTopic } from '#shared/demo.ts';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import type { Db } from '../server/base/db/openDatabase.ts';
import { log } from '../server/base/kit/log.ts';
import { countProducers } from '../server/supply/availability/instances.ts';
import { type Config, readConfig } from '../server/supply/config/config.ts';
import { asEnding, EXIT, interrupted } from './episode/ending.ts';
import { findOrder, holdOrder } from './episode/findOrder.ts';
import { makeEpisode } from './episode/makeEpisode.ts';
import { clock, openStatusLine, progressOf } from './episode/progress.ts';
import { type EpisodeOptions, readArguments } from './episode/readArguments.ts';
import { checkFiles, writeFiles } from './episode/writeFiles.ts';
import { type Production, withProduction } from './withProduction.ts';

/** How often the progress is looked at, ms. */
const LOOK_EVERY = 500;
/** The longest time to stop, ms. After it the process just exits, and nothing is lost. */
const GRACE = 10_000;

const status = openStatusLine(process.stderr);
const stop = new AbortController();

async function main(): Promise<void> {
  const options = await readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);
  const standins = ['OpenAI', 'ElevenLabs'].filter((name) =>
    config.standins.some((standin) => standin === name),
  );
  if (standins.length) {
    status.say(`Without a key for ${standins.join(' and ')} this is a demo: stand-ins make it.`);
  }
  if (standins.includes('OpenAI') && !options.sources.length && !isDemoTopic(options.topic)) {
    const six = EXAMPLE_TOPICS.map((topic) => `  ${topic}`).join('\n');
    status.say(`It has six episodes of its own, and plays one of them instead:\n${six}`);
    status.say('Name a text or a link with --source, and the hosts talk about that.');
  }
  await withProduction(
    config,
    async (production) => {
      stop.signal.throwIfAborted();
      const work = () => fulfil(production, options);
      await holdOrder(production, options, work).finally(status.clear);
    },
    async (db) => ({ hearsAll: true, inFolder: !(await keepsInBucket(config, db)) }),
  );
}

/** Also if a server of this database may take the episode over, or a stand-in has sound already. */
async function keepsInBucket({ s3, standinsUrl, dataDir }: Config, db: Db): Promise<boolean> {
  if (s3 || standinsUrl || (await countProducers(db)).known > 0) return true;
  const stored = await readdir(path.join(dataDir, 'standins/s3/records')).catch(() => []);
  return stored.length > 0;
}

async function fulfil(production: Production, options: EpisodeOptions): Promise<void> {
  await checkFiles(production, options);
  const { podcast, isResumed } = await findOrder(production, options, stop.signal);
  const hosts = `${podcast.voice1Name} and ${podcast.voice2Name}`;
  const begins = isResumed ? 'This episode was started earlier' : `${hosts} begin`;
  if (podcast.status !== 'completed') status.say(`${begins}: ${podcast.duration} minutes.`);
  const looking = setInterval(() => {
    progressOf(production, podcast.id).then(status.show, () => {});
  }, LOOK_EVERY);
  try {
    const made = await makeEpisode(production, podcast, status.say, stop.signal);
    clearInterval(looking);
    const files = await writeFiles(production, made, options);
    const others = files.slice(0, -1).map((file) => path.basename(file));
    const length = clock((made.durationSeconds ?? 0) * 1000);
    status.say(`“${made.title}”, ${length}, with ${others.join(', ')}.`);
    console.log(files.at(-1));
  } finally {
    clearInterval(looking);
  }
}

/** npm forwards Ctrl-C, so that one key press arrives twice. */
function end(): void {
  if (stop.signal.aborted) return;
  stop.abort(interrupted());
  setTimeout(() => process.exit(EXIT.interrupted), GRACE).unref();
}

// A promise that somebody forgot to await must not end the episode.
process.on('unhandledRejection', (error) => log.error({ err: error }, 'an unhandled rejection'));

main().then(
  // Some SDKs keep connections open for a while.
  () => process.exit(EXIT.done),
  (error: unknown) => {
    const { message, code } = asEnding(stop.signal.aborted ? stop.signal.reason : error);
    status.say(message);
    process.exit(code);
  },
);
