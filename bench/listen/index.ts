// Measures what is said: buys sixty episodes, or reads stored ones, and prints a table.
//   npm run listen -- [--accounts 1] [--out FOLDER] [--results FOLDER]
//   npm run listen -- --stored FOLDER
//   npm run listen -- --receipts [--episodes 4] [--stored FOLDER] [--results FOLDER]
import path from 'node:path';
import { parseArgs } from 'node:util';
import { report, saveResult, tableOf } from '../figures.ts';
import { clearEpisodes, loadEpisodes, saveEpisode, storedEpisode, topics } from './episode.ts';
import { makeAll } from './make.ts';
import { measure, sharedSentencesOf } from './measure.ts';
import { audit } from './receipts/audit.ts';
import type { ReceiptsEpisode } from './receipts/episode.ts';
import { listenerOrders } from './receipts/listenerOrders.ts';
import { makeReceipts } from './receipts/make.ts';
import { missesOf } from './receipts/misses.ts';
import { summaryOf as receiptsOf } from './receipts/summary.ts';
import { rowOf, summaryOf } from './summary.ts';

const RESULTS = path.join(import.meta.dirname, '../results');

const { values: options } = parseArgs({
  options: {
    accounts: { type: 'string', default: 'Infinity' },
    receipts: { type: 'boolean', default: false },
    episodes: { type: 'string', default: 'Infinity' },
    out: { type: 'string', default: path.join(RESULTS, 'listen') },
    results: { type: 'string' },
    stored: { type: 'string' },
  },
});
const { stored, out } = options;
await (options.receipts ? measureReceipts() : measureScripts());

async function measureScripts(): Promise<void> {
  if (!stored) {
    const wanted = topics.filter(({ account }) => account <= Number(options.accounts));
    const keep = await openStore(out, wanted.length);
    await makeAll(wanted, (episode, index) => keep(episode, index, episode.title));
  }
  const kept = await loadEpisodes(path.resolve(stored ?? out));
  if (!kept.length) throw new Error('the folder holds no episode');
  const episodes = kept.map((episode) => storedEpisode.parse(episode));
  const all = episodes.map(measure);
  console.table(all.map(rowOf));
  const result = summaryOf(all, sharedSentencesOf(episodes));
  console.log(`${tableOf([result])}\n`);
  // Part of the topics is a look and no result.
  const folder = options.results ?? (episodes.length === topics.length ? RESULTS : null);
  if (folder) await saveResult(path.resolve(folder), result, false);
  report(result.figures);
}

async function measureReceipts(): Promise<void> {
  const results = path.resolve(options.results ?? RESULTS);
  const folder = path.resolve(stored ?? path.join(results, 'receipts'));
  if (!stored) {
    const wanted = listenerOrders.slice(0, Number(options.episodes));
    const keep = await openStore(folder, wanted.length);
    await makeReceipts(wanted, (episode, index) =>
      keep(episode, index, `${episode.topic} (${episode.writer})`),
    );
  }
  const all = ((await loadEpisodes(folder)) as ReceiptsEpisode[]).map(audit);
  const result = receiptsOf(all);
  console.log(`\n${missesOf(all)}\n\n${result.notes.join('\n')}\n\n${tableOf([result])}\n`);
  if (all.length === listenerOrders.length) await saveResult(results, result, false);
  report(result.figures);
}

/** Returns a function that keeps an episode in the folder, and deletes those of earlier runs. */
async function openStore(folder: string, wanted: number) {
  await clearEpisodes(folder);
  let made = 0;
  return async (episode: object, index: number, name: string) => {
    await saveEpisode(folder, index, episode);
    console.log(`${++made} of ${wanted}: ${name}`);
  };
}
