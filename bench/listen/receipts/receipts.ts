import path from 'node:path';
import { type Result, tableOf } from '../../figures.ts';
import { saveResult } from '../../saveResult.ts';
import { audit } from './audit.ts';
import { listenerOrders } from './listenerOrders.ts';
import { makeAll, PLANTS, READER_ERROR } from './make.ts';
import { missesOf } from './misses.ts';
import { openSetup } from './setup.ts';
import { loadEpisodes, openStore } from './store.ts';
import { summaryOf } from './summary.ts';

interface Options {
  /** Folder of the result, which is saved only if all forty were made. */
  results: string;
  stored?: string | undefined;
  count?: number | undefined;
}

export async function measureReceipts({ results, stored, count }: Options): Promise<Result> {
  const folder = stored ?? path.join(results, 'receipts');
  if (!stored) await makeEpisodes(folder, count);
  const all = (await loadEpisodes(path.resolve(folder))).map(audit);
  const result = summaryOf(all, { plants: PLANTS, readerError: READER_ERROR });
  console.log(`\n${missesOf(all)}\n\n${result.notes.join('\n')}\n\n${tableOf([result])}\n`);
  if (all.length === listenerOrders.length) await saveResult(path.resolve(results), result, false);
  return result;
}

async function makeEpisodes(folder: string, count = listenerOrders.length): Promise<void> {
  const wanted = listenerOrders.slice(0, count);
  const keep = await openStore(folder);
  const setup = await openSetup();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void setup.close().finally(() => process.exit(130)));
  }
  let made = 0;
  try {
    await makeAll(wanted, setup, async (episode, index) => {
      await keep(episode, index);
      console.log(`${++made} of ${wanted.length}: ${episode.topic} (${episode.writer})`);
    });
  } finally {
    await setup.close();
  }
}
