// Measures what is said: buys sixty episodes, or reads stored ones or anybody's, and prints a table.
//   npm run listen -- [--accounts 1] [--out FOLDER] [--results FOLDER]
//   npm run listen -- --stored FOLDER
//   npm run listen -- --receipts [--episodes 4] [--stored FOLDER] [--results FOLDER]
//   npm run listen -- --file x.mp3 --transcript y.vtt [--topic "..."] [--questions q.txt]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Figure, isMet, tableOf } from '../figures.ts';
import { saveResult } from '../saveResult.ts';
import { openAnswerFinder } from './answerFinder.ts';
import { pairsOf } from './crossEpisodes.ts';
import type { StoredEpisode } from './episode.ts';
import { readFiles } from './fromFile.ts';
import { makeAll } from './make.ts';
import { measure } from './measure.ts';
import { measureReceipts } from './receipts/receipts.ts';
import { rowsOf } from './rows.ts';
import { openSetup } from './setup.ts';
import { clearEpisodes, loadEpisodes, saveEpisode } from './store.ts';
import { summaryOf } from './summary.ts';
import { topics } from './topics.ts';

const RESULTS = path.join(import.meta.dirname, '../results');

const { values: options } = parseArgs({
  options: {
    accounts: { type: 'string' },
    receipts: { type: 'boolean', default: false },
    episodes: { type: 'string' },
    out: { type: 'string', default: path.join(RESULTS, 'listen') },
    results: { type: 'string' },
    stored: { type: 'string' },
    file: { type: 'string' },
    transcript: { type: 'string' },
    topic: { type: 'string', default: '' },
    questions: { type: 'string' },
  },
});
const { file, transcript, stored, out } = options;
if (Boolean(file) !== Boolean(transcript)) {
  console.error('--file and --transcript go together');
  process.exit(2);
}

if (options.receipts) {
  const count = options.episodes === undefined ? undefined : Number(options.episodes);
  const results = options.results ?? RESULTS;
  report((await measureReceipts({ results, stored, count })).figures);
} else {
  await measureScripts();
}

async function measureScripts(): Promise<void> {
  const episodes = await collectEpisodes();
  const all = episodes.map(measure);
  console.log(`\n${rowsOf(all)}\n`);
  const result = summaryOf(all, pairsOf(episodes));
  console.log(`${tableOf([result])}\n`);
  // Part of the topics, or one file, is a look and no result.
  const folder = options.results ?? (episodes.length === topics.length ? RESULTS : null);
  if (folder) await saveResult(path.resolve(folder), result, false);
  if (!file) report(result.figures);
}

async function collectEpisodes(): Promise<StoredEpisode[]> {
  if (file && transcript) {
    const finder = await openAnswerFinder();
    try {
      return [await readFiles({ ...options, file, transcript }, finder)];
    } finally {
      await finder.close();
    }
  }
  if (!stored) await makeEpisodes();
  const episodes = await loadEpisodes(path.resolve(stored ?? out));
  if (!episodes.length) throw new Error('the folder holds no episode');
  return episodes;
}

async function makeEpisodes(): Promise<void> {
  const accounts = Number(options.accounts ?? Number.POSITIVE_INFINITY);
  const wanted = topics.filter(({ account }) => account <= accounts);
  await clearEpisodes(out);
  const setup = await openSetup();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void setup.close().finally(() => process.exit(130)));
  }
  let made = 0;
  const keep = async (episode: StoredEpisode, index: number) => {
    await saveEpisode(out, index, episode);
    console.log(`${++made} of ${wanted.length}: ${episode.title}`);
  };
  try {
    await makeAll(wanted, { ...setup, keep });
  } finally {
    await setup.close();
  }
}

function report(figures: Figure[]): void {
  const missed = figures.filter((figure) => isMet(figure) === false).length;
  console.log(missed ? `${missed} figures are missed` : 'Every figure is met');
  if (missed) process.exitCode = 1;
}
