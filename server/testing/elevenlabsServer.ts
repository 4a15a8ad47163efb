import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { openAccounts } from '../../standins/accounts.ts';
import { elevenlabsStandin } from '../../standins/elevenlabs/elevenlabs.ts';
import { openFaults } from '../../standins/faults.ts';
import { faultGate } from '../../standins/gate.ts';
import { openPurchaseLog } from '../../standins/purchaseLog.ts';
import { openDecoder } from '../audio/decode.ts';
import { ProviderFailure } from '../provider.ts';
import { openElevenlabs } from '../speech/elevenlabs.ts';
import { forFile } from './forFile.ts';

export const adam = 'pNInz6obpgDQGcFmaJgB';
export const text = 'The sea makes its own weather, and nobody noticed.';
/** For who asks for MP3. */
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);
export const page = '<!doctype html><title>Bad gateway</title>';

/* What may happen to a request in place of its answer. */

export const hang: RequestHandler = () => {};
/** The head of an answer, and then a byte now and then that never makes a line. */
export const drip: RequestHandler = (_req, res) => {
  res.type('audio/pcm').write(Buffer.alloc(1));
  const timer = setInterval(() => res.write(Buffer.alloc(1)), 50);
  res.once('close', () => clearInterval(timer));
};
export const answer =
  (code: number, body: unknown, headers = {}): RequestHandler =>
  (_req, res) =>
    void res.status(code).set(headers).send(body);
export const refusal = (code: number, status: string, headers = {}) =>
  answer(code, { detail: { status, message: 'As told.' } }, headers);
export const sound = (bytes: Buffer) => answer(200, bytes, { 'content-type': 'audio/pcm' });

/** How a call failed: the provider's trouble, or whatever else was thrown; null for one that did not. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ProviderFailure ? error.trouble : error;
}

type AccountOptions = Parameters<typeof openElevenlabs>[0];

/** The speech stand-in over real HTTP, whose next answers a test may spoil one by one. */
async function openNarration() {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-narrator-'));
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const purchaseLog = openPurchaseLog(dir);
  const faults = openFaults(dir);
  const accounts = openAccounts(dir);
  const tools = {
    dir,
    url,
    secret: (name: string) => `${name}-key`,
    purchaseLog,
    faults,
    accounts,
  };
  const standin = elevenlabsStandin(tools);
  /** What happens to the next requests, in order; after them all goes well. */
  const troubles: RequestHandler[] = [];
  let before = 0;
  const seen = { requests: 0, inFlight: 0, crowd: 0 };
  app.use((req, res, next) => {
    seen.requests += 1;
    seen.inFlight += 1;
    seen.crowd = Math.max(seen.crowd, seen.inFlight);
    res.once('close', () => {
      seen.inFlight -= 1;
    });
    const trouble = troubles.shift();
    if (trouble) trouble(req, res, next);
    else next();
  });
  app.use(faultGate('elevenlabs', faults), standin.router);
  const account = (over: Partial<AccountOptions> = {}) =>
    openElevenlabs({
      ...standin.address,
      concurrency: 5,
      decode,
      ...over,
      patience: {
        attempts: { busy: 6, broken: 3 },
        firstWait: 5,
        longestWait: 2_000,
        idle: 15_000,
        total: 25_000,
        ...over.patience,
      },
    });
  // Loaded here, so that no test takes its seconds for the provider's.
  await import('@elevenlabs/elevenlabs-js');

  return {
    address: standin.address,
    purchaseLog,
    faults,
    accounts,
    troubles,
    seen,
    /** What was spoken and charged since the last calm, oldest first. */
    spoken: () =>
      purchaseLog
        .read()
        .slice(before)
        .flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : [])),
    account,
    narrator({
      model: speech = 'eleven_flash_v2_5',
      outputFormat: format = 'pcm_24000',
      ...over
    }: Partial<AccountOptions & { model: string; outputFormat: string }> = {}) {
      return account(over).narrator({ speech, format });
    },
    /** A good day again, for the next test. */
    calm() {
      faults.write({});
      accounts.write({});
      troubles.length = 0;
      before = purchaseLog.read().length;
      seen.requests = 0;
      seen.crowd = 0;
    },
    async close() {
      await standin.close();
      purchaseLog.close();
      server.closeAllConnections();
      server.close();
      await rm(dir, { recursive: true });
    },
  };
}

/** The same for a whole test file, after each of whose tests it is a good day again. */
export const elevenlabsForFile = () => forFile(openNarration, ({ calm }) => calm());
