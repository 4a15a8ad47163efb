import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { openAccounts } from '../../standins/accounts.ts';
import { type FaultyProvider, openFaults } from '../../standins/faults.ts';
import { faultGate } from '../../standins/gate.ts';
import { openPurchaseLog } from '../../standins/purchaseLog.ts';
import { openSecrets } from '../../standins/secrets.ts';
import type { Standin, StandinTools } from '../../standins/standin.ts';
import { forFile } from './forFile.ts';

type Opener<Address> = (tools: StandinTools) => Standin<Address> | Promise<Standin<Address>>;

/**
 * One stand-in over real HTTP on a free port, mounted as in life at `/standins/<name>` behind its
 * fault gate, its doors open, those of the root as well. With `dir` it goes on where an earlier one in that folder stopped;
 * `close` removes the folder, `stop` does not.
 */
export async function serveStandin<Address>(
  name: FaultyProvider,
  open: Opener<Address>,
  dir?: string,
) {
  const folder = dir ?? (await mkdtemp(path.join(tmpdir(), `duologue-${name}-`)));
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/standins/${name}`;
  const purchaseLog = openPurchaseLog(folder);
  const faults = openFaults(folder);
  const accounts = openAccounts(folder);
  const secret = openSecrets(folder);
  const standin = await open({ dir: folder, url, secret, purchaseLog, faults, accounts });
  if (standin.doors) app.use(`/standins/${name}`, standin.doors);
  if (name !== 'smtp') app.use(`/standins/${name}`, faultGate(name, faults));
  app.use(`/standins/${name}`, standin.router);
  if (standin.rootDoors) app.use(standin.rootDoors);

  let stopped = false;
  async function stop() {
    if (stopped) return;
    stopped = true;
    server.close();
    server.closeAllConnections();
    await standin.close();
    purchaseLog.close();
  }
  return {
    url,
    dir: folder,
    address: standin.address,
    purchaseLog,
    faults,
    accounts,
    stop,
    async close() {
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One stand-in for a whole test file, its faults and its account in order again after each test. */
export function standinForFile<Address>(name: FaultyProvider, open: Opener<Address>) {
  return forFile(
    () => serveStandin(name, open),
    ({ faults, accounts }) => {
      faults.write({});
      accounts.write({});
    },
  );
}
