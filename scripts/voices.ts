// `npm run voices`: the voices of the ElevenLabs account, and which of them are on sale.
// `npm run voices -- --fill 70`: what it takes to have 70 on sale; with `--yes` it is done.
import '../server/env.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import express from 'express';
import { openDecoder } from '../server/audio/decode.ts';
import type { Config } from '../server/config.ts';
import { openCosts } from '../server/costs/costs.ts';
import { openDatabase } from '../server/db/open.ts';
import { openShares } from '../server/production/shares.ts';
import { elevenlabsNarrator } from '../server/speech/elevenlabs.ts';
import { elevenlabsLibrary } from '../server/speech/library.ts';
import { chooseProviders } from '../server/standins/choose.ts';
import { s3Storage } from '../server/storage/s3.ts';
import { openStock, type Stock } from '../server/voices/stock.ts';
import { command, onDatabase } from './command.ts';

const usage = 'Usage: npm run voices, or npm run voices -- --fill 70 [--yes]';

command(async (readConfig) => {
  const options = { fill: { type: 'string' }, yes: { type: 'boolean' } } as const;
  const { values } = parseArgs({ options });
  const target = values.fill === undefined ? null : Number(values.fill);
  if (target !== null && !(Number.isInteger(target) && target > 0)) throw new Error(usage);
  const config = readConfig();
  for (const ending of ['SIGINT', 'SIGTERM'] as const) {
    process.once(ending, () => stop.abort(new Error('Stopped. Run it again to go on from here.')));
  }
  return withStock(config, async (stock) => {
    if (target === null) return listed(await stock.list(stop.signal));
    return filled(stock, target, values.yes ?? false);
  });
});

const stop = new AbortController();
const dollars = (microdollars: number) => `$${(microdollars / 1_000_000).toFixed(2)}`;

function listed(voices: Awaited<ReturnType<Stock['list']>>): string {
  const onSale = voices.filter(({ why }) => why === null).length;
  return [
    ...voices.map(({ id, name, why }) => `${id}  ${name}: ${why ?? 'on sale'}`),
    `${onSale} of the account’s ${voices.length} voices are on sale.`,
  ].join('\n');
}

async function filled(stock: Stock, target: number, yes: boolean): Promise<string> {
  const plan = await stock.plan(target, stop.signal);
  const { missing, candidates, cost } = plan;
  if (!missing) return `${target} voices are on sale already.`;
  const toAdd = candidates.filter(({ library }) => library).length;
  console.log(
    `${missing} voices are missing. ${candidates.length} may speak, ${toAdd} of them from the Voice Library. ` +
      `Their samples cost ${dollars(cost)}.`,
  );
  if (!yes) return `Nothing was bought. Say so with: npm run voices -- --fill ${target} --yes`;
  const { onSale, added, refused, stopped, spent } = await stock.fill(plan, stop.signal);
  return [
    ...refused.map(({ name, why }) => `${name} does not speak: ${why}`),
    ...(stopped ? [stopped] : []),
    `${onSale} voices are on sale; ${added} were added, ${dollars(spent)} were spent.`,
  ].join('\n');
}

/** Providers as the product chooses them: stand-ins of its own are served while this runs. */
async function withStock<T>(config: Config, work: (stock: Stock) => Promise<T>): Promise<T> {
  return onDatabase(config, async (url) => {
    const database = openDatabase(url);
    const app = express();
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const providers = await chooseProviders(config, (server.address() as AddressInfo).port);
    if (providers.router) app.use('/standins', providers.router);
    const { db } = database;
    try {
      return await work(
        openStock({
          db,
          narrator: elevenlabsNarrator({
            ...config.elevenlabs,
            ...providers.elevenlabs,
            decode: openDecoder(config.ffmpegPath),
            shares: openShares(db),
          }),
          library: elevenlabsLibrary(providers.elevenlabs),
          storage: s3Storage(providers.s3),
          costs: openCosts({ db, prices: config.prices, cap: config.spendingCap }),
          prices: config.prices,
        }),
      );
    } finally {
      await providers.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    }
  });
}
