import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { chooseProviders, openSoundStorage } from '../server/app/providers.ts';
import { openSpeakers } from '../server/app/speakers.ts';
import { openDatabase } from '../server/base/db/openDatabase.ts';
import { sessionSecret } from '../server/base/http/session.ts';
import { openSigner } from '../server/people/auth/signer.ts';
import { openShares } from '../server/production/run/concurrencyShares.ts';
import { openDecoder } from '../server/sound/mix/decode.ts';
import type { Config } from '../server/supply/config/config.ts';
import { openCosts } from '../server/supply/costs/costs.ts';
import { openPriceList } from '../server/supply/costs/priceList.ts';
import { openModels } from '../server/supply/scriptModels/scriptModels.ts';
import { onDatabase } from './command.ts';

type Services = Awaited<ReturnType<typeof openServices>>;

/** Uses the providers that the product would choose, and serves stand-ins if there are any. */
export async function withServices<T>(
  config: Config,
  work: (services: Services) => Promise<T>,
): Promise<T> {
  return onDatabase(config, async (url) => {
    const services = await openServices(config, url);
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  });
}

async function openServices(config: Config, url: string) {
  const database = openDatabase(url);
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const providers = await chooseProviders(config, (server.address() as AddressInfo).port);
  if (providers.router) app.use('/standins', providers.router);
  const { db, pool } = database;
  const prices = openPriceList(config.ownPrices);
  const speakers = openSpeakers(config, providers, {
    decode: openDecoder(config.ffmpegPath),
    shares: openShares(db),
  });
  const { storage } = await openSoundStorage({
    s3: providers.s3,
    dataDir: config.dataDir,
    signer: openSigner(await sessionSecret(db, config.sessionSecret), 'stored file'),
  });
  return {
    db,
    pool,
    providers,
    speakers,
    prices,
    costs: openCosts({ db, prices, cap: config.spendingCap }),
    storage,
    models: openModels({
      db,
      wanted: config.models,
      speech: speakers.account,
      settingsOf: speakers.settingsOf,
    }),
    async close() {
      await providers.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

export const dollars = (microdollars: number) => `$${(microdollars / 1_000_000).toFixed(2)}`;
