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
import { plainFaults } from './plainStandins.ts';

type Opener<Address> = (tools: StandinTools) => Standin<Address> | Promise<Standin<Address>>;

/**
 * Serves a stand-in at `/standins/<name>` behind its fault gate. With `dir` it continues from the
 * state in that folder. `close` removes the folder, `stop` does not.
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
  const faults = plainFaults(openFaults(folder));
  if (!dir) faults.write({});
  const accounts = openAccounts(folder);
  const secret = openSecrets(folder);
  const standin = await open({ dir: folder, url, secret, purchaseLog, faults, accounts });
  if (standin.controls) app.use(`/standins/${name}`, standin.controls);
  if (name !== 'smtp') app.use(`/standins/${name}`, faultGate(name, faults));
  app.use(`/standins/${name}`, standin.router);
  if (standin.rootControls) app.use(standin.rootControls);

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

export function standinForFile<Address>(name: FaultyProvider, open: Opener<Address>) {
  return forFile(
    () => serveStandin(name, open),
    ({ faults, accounts }) => {
      faults.write({});
      accounts.write({});
    },
  );
}
