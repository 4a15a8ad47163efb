// A process for tests: OpenAI's stand-in alone on PORT, like a model or voice server that somebody
// runs at home. It asks for no key, and its address is not a stand-in's. Its state is in DATA_DIR.
import { createServer } from 'node:http';
import express from 'express';
import { z } from 'zod';
import { openAccounts } from '../../standins/accounts.ts';
import { openFaults } from '../../standins/faults.ts';
import { openaiStandin } from '../../standins/openai/openai.ts';
import { openPurchaseLog } from '../../standins/purchaseLog.ts';
import { openSecrets } from '../../standins/secrets.ts';

const { PORT, DATA_DIR: dir } = z
  .object({ PORT: z.coerce.number(), DATA_DIR: z.string() })
  .parse(process.env);
const accounts = openAccounts(dir);
accounts.write({ openai: { needsKey: false } });
const purchaseLog = openPurchaseLog(dir);
const standin = openaiStandin({
  dir,
  url: `http://127.0.0.1:${PORT}`,
  secret: openSecrets(dir),
  purchaseLog,
  faults: openFaults(dir),
  accounts,
});
const server = createServer(express().use(standin.router)).listen(PORT, '127.0.0.1');
process.once('SIGTERM', async () => {
  server.close();
  server.closeAllConnections();
  await standin.close();
  purchaseLog.close();
});
