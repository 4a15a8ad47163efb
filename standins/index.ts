import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import express from 'express';
import { z } from 'zod';
import { openStandins } from './standins.ts';

/** `npm run standins`: the stand-ins alone, on loopback, for any number of product instances. */
const environment = z.object({
  NODE_ENV: z.string().optional(),
  STANDINS_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3900),
  DATA_DIR: z.string().default('.data'),
});

if (existsSync('.env')) process.loadEnvFile('.env');
const given = Object.entries(process.env).filter(([, value]) => value?.trim());
const read = environment.safeParse(Object.fromEntries(given));
if (!read.success) {
  giveUp(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
}
const { NODE_ENV, STANDINS_PORT, DATA_DIR } = read.data;
if (NODE_ENV === 'production') giveUp('The stand-ins do not run with NODE_ENV=production.');

const app = express();
app.disable('x-powered-by');
const server = createServer(app);
// As long as the providers': otherwise a busy client would use a connection that is just closing.
server.keepAliveTimeout = 65_000;
server.once('error', (error: NodeJS.ErrnoException) => {
  giveUp(
    error.code === 'EADDRINUSE'
      ? `Port ${STANDINS_PORT} is taken. Choose another one: STANDINS_PORT=3901 npm run standins`
      : `The stand-ins cannot listen: ${error.message}`,
  );
});
server.listen(STANDINS_PORT, '127.0.0.1', () => {
  serve().catch((error: Error) => giveUp(`The stand-ins cannot start: ${error.message}`));
});

async function serve(): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/standins`;
  const dir = path.resolve(DATA_DIR, 'standins');
  const standins = await openStandins({ dir, url, controls: true });
  app.use('/standins', standins.router);
  app.use(standins.root);
  app.get('/', (_req, res) => res.redirect('/standins'));

  async function end(): Promise<void> {
    server.close();
    server.closeAllConnections();
    await standins.close();
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end());
  console.log(`The stand-ins are at ${url}\nPoint the product at them:\n`);
  console.log(`  STANDINS_URL=${url} npm start\n`);
}

function giveUp(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}
