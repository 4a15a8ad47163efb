import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { composeProduction } from '../server/app/composeProduction.ts';
import { type Db, openDatabase } from '../server/base/db/openDatabase.ts';
import { sweepScratch } from '../server/base/kit/scratch.ts';
import { findFfmpeg } from '../server/sound/mix/findFfmpeg.ts';
import type { Config } from '../server/supply/config/config.ts';
import { onDatabase } from './command.ts';

export type Production = Awaited<ReturnType<typeof openProduction>>;

/** Settings in which a command differs from the product. */
interface Settings {
  hearsAll?: boolean;
  inFolder?: boolean;
}

/**
 * Runs `work` with what makes episodes and the providers that the product would choose. There is no
 * server: only stand-ins listen, on loopback.
 */
export function withProduction<T>(
  config: Config,
  work: (production: Production) => Promise<T>,
  settingsOf: (db: Db) => Promise<Settings> = async () => ({}),
): Promise<T> {
  return onDatabase(config, async (url) => {
    const production = await openProduction(config, url, settingsOf);
    return work(production).finally(production.close);
  });
}

async function openProduction(
  config: Config,
  url: string,
  settingsOf: (db: Db) => Promise<Settings>,
) {
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  await sweepScratch();
  const database = openDatabase(url);
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const production = await composeProduction(config, {
    port: (server.address() as AddressInfo).port,
    database,
    ffmpeg: ffmpeg.path,
    // Only `npm run faults` and tests set it, as they cannot wait for an outage of minutes.
    pace: Number(process.env.DUOLOGUE_PACE ?? 1),
    // A command sends no email, so nobody waits for this.
    askMail: 0,
    ...(await settingsOf(database.db)),
  });
  if (production.providers.router) app.use('/standins', production.providers.router);
  return {
    ...production,
    async close() {
      production.circuits.close();
      await production.outbox.close();
      await production.documents.close();
      await production.providers.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

export const dollars = (microdollars: number) => `$${(microdollars / 1_000_000).toFixed(2)}`;
