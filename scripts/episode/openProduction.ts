import { readdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { composeProduction } from '../../server/app/composeProduction.ts';
import { type Db, openDatabase } from '../../server/base/db/openDatabase.ts';
import { sweepScratch } from '../../server/base/kit/scratch.ts';
import { findFfmpeg } from '../../server/sound/mix/findFfmpeg.ts';
import { countProducers } from '../../server/supply/availability/instances.ts';
import type { Config } from '../../server/supply/config/config.ts';

export type Production = Awaited<ReturnType<typeof openProduction>>;

/** This command sends no email, so nobody waits for this. */
const askMail = 0;

/** No server: only stand-ins listen, on loopback. */
export async function openProduction(config: Config, url: string) {
  const ffmpeg = await findFfmpeg(config.ffmpegPath);
  await sweepScratch();
  const database = openDatabase(url);
  const app = express();
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // Only `npm run faults` and tests set it, as they cannot wait for an outage of minutes.
  const pace = Number(process.env.DUOLOGUE_PACE ?? 1);
  const isInBucket = await keepsInBucket(config, database.db);
  const production = await composeProduction(config, {
    port,
    database,
    ffmpeg: ffmpeg.path,
    pace,
    askMail,
    hearsAll: true,
    inFolder: !isInBucket,
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

/** Also if a server of this database may take the episode over, or a stand-in has sound already. */
async function keepsInBucket({ s3, standinsUrl, dataDir }: Config, db: Db): Promise<boolean> {
  if (s3 || standinsUrl || (await countProducers(db)).known > 0) return true;
  const stored = await readdir(path.join(dataDir, 'standins/s3/records')).catch(() => []);
  return stored.length > 0;
}
