// `npm run voices`: the voices of the ElevenLabs account, and which of them are on sale.
// `npm run voices -- --fill 70`: what it takes to have 70 on sale; with `--yes` it is done. `--better`
// does either for the better models that Admin offers, which take over once enough voices were heard.
import '../server/env.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import express from 'express';
import type { ModelSet } from '#shared/models.ts';
import { openDecoder } from '../server/audio/decode.ts';
import type { Config } from '../server/config.ts';
import { openCosts } from '../server/costs/costs.ts';
import { openPriceList } from '../server/costs/priceList.ts';
import { openDatabase } from '../server/db/open.ts';
import { askAbilities } from '../server/models/abilities.ts';
import { openModels } from '../server/models/models.ts';
import { openShares } from '../server/production/shares.ts';
import { openaiModels } from '../server/script/openai.ts';
import { openElevenlabs } from '../server/speech/elevenlabs.ts';
import { elevenlabsLibrary } from '../server/speech/library.ts';
import { chooseProviders } from '../server/standins/choose.ts';
import { s3Storage } from '../server/storage/s3.ts';
import { openStock, type Stock } from '../server/voices/stock.ts';
import { command, onDatabase } from './command.ts';

const usage = 'Usage: npm run voices, or npm run voices -- --fill 70 [--better] [--yes]';

command(async (readConfig) => {
  const options = {
    fill: { type: 'string' },
    better: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ options });
  const { better, yes } = values;
  const target = values.fill === undefined ? null : Number(values.fill);
  if (target !== null && !(Number.isInteger(target) && target > 0)) throw new Error(usage);
  const config = readConfig();
  for (const ending of ['SIGINT', 'SIGTERM'] as const) {
    process.once(ending, () => stop.abort(new Error('Stopped. Run it again to go on from here.')));
  }
  return withStock(config, better, async (stock) => {
    if (target === null) return listed(await stock.list(stop.signal));
    return filled(stock, target, { better, yes });
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

async function filled(
  stock: Stock,
  target: number,
  { better, yes }: { better: boolean; yes: boolean },
): Promise<string> {
  const plan = await stock.plan(target, stop.signal);
  const { missing, candidates, cost } = plan;
  const next = better ? ' Admin, Providers, has the key that sells with the better models.' : '';
  if (!missing) return `${target} voices were heard already.${next}`;
  const toAdd = candidates.filter(({ library }) => library).length;
  console.log(
    `${missing} voices are missing. ${candidates.length} may speak, ${toAdd} of them from the Voice Library. ` +
      `Their samples cost ${dollars(cost)}.`,
  );
  if (!yes) {
    const words = `--fill ${target}${better ? ' --better' : ''} --yes`;
    return `Nothing was bought. Say so with: npm run voices -- ${words}`;
  }
  const { onSale, added, refused, stopped, spent } = await stock.fill(plan, stop.signal);
  return [
    ...refused.map(({ name, why }) => `${name} does not speak: ${why}`),
    ...(stopped ? [stopped] : []),
    `${onSale} voices ${better ? 'were heard' : 'are on sale'}; ${added} were added, ${dollars(spent)} were spent.${next}`,
  ].join('\n');
}

/** Providers as the product chooses them: stand-ins of its own are served while this runs. */
async function withStock<T>(
  config: Config,
  better: boolean,
  work: (stock: Stock) => Promise<T>,
): Promise<T> {
  return onDatabase(config, async (url) => {
    const database = openDatabase(url);
    const app = express();
    const server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const providers = await chooseProviders(config, (server.address() as AddressInfo).port);
    if (providers.router) app.use('/standins', providers.router);
    const { db } = database;
    const prices = openPriceList(config.ownPrices);
    const elevenlabs = openElevenlabs({
      ...providers.elevenlabs,
      concurrency: config.elevenlabs.concurrency,
      decode: openDecoder(config.ffmpegPath),
      shares: openShares(db),
    });
    const abilities = askAbilities(openaiModels(providers.openai), elevenlabs);
    const settingsOf = (set: ModelSet) => elevenlabs.narrator(set).settings;
    const models = openModels({ db, wanted: config.models, abilities, settingsOf });
    try {
      const present = await models.look(stop.signal);
      const set = better ? await models.offered() : present;
      if (!set) throw new Error('No better models than the present ones are offered.');
      console.log(`With ${set.speech} as ${set.format}:`);
      return await work(
        openStock({
          db,
          narrator: elevenlabs.narrator(set),
          library: elevenlabsLibrary(providers.elevenlabs),
          storage: s3Storage(providers.s3),
          costs: openCosts({ db, prices, cap: config.spendingCap }),
          prices,
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
