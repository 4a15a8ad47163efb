import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { openDecoder } from '../server/audio/decode.ts';
import { openSigner } from '../server/auth/signer.ts';
import type { Config } from '../server/config.ts';
import { openCosts } from '../server/costs/costs.ts';
import { openPriceList } from '../server/costs/priceList.ts';
import { openDatabase } from '../server/db/open.ts';
import { sessionSecret } from '../server/http/session.ts';
import { askAbilities } from '../server/models/abilities.ts';
import { openModels } from '../server/models/models.ts';
import { openShares } from '../server/production/concurrencyShares.ts';
import { chooseProviders } from '../server/providers.ts';
import { openaiModels } from '../server/script/openai.ts';
import { openSoundStorage } from '../server/soundStorage.ts';
import { openSpeakers } from '../server/speakers.ts';
import { onDatabase } from './command.ts';

type Services = Awaited<ReturnType<typeof openServices>>;

/**
 * Runs `work` with the database and the providers that the product would choose, and serves stand-ins
 * meanwhile if there are any.
 */
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
      abilities: askAbilities(openaiModels(providers.openai), speakers.account),
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
