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
/** Decodes MP3 for tests that request it. */
const decode = openDecoder(process.env.FFMPEG_PATH ?? null);
export const page = '<!doctype html><title>Bad gateway</title>';

/* Handlers that replace the stand-in's response. */

export const hang: RequestHandler = () => {};
/** Sends headers and then single bytes forever. */
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
  answer(code, { detail: { status, message: 'Answered as configured.' } }, headers);
export const sound = (bytes: Buffer) => answer(200, bytes, { 'content-type': 'audio/pcm' });

/** The kind of a failed call's provider failure, or another error; null for success. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ProviderFailure ? error.trouble : error;
}

type AccountOptions = Parameters<typeof openElevenlabs>[0];

/** The speech stand-in over real HTTP; tests may replace its next responses one by one. */
async function openElevenlabsServer() {
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
  /** Handlers for the next requests, in order; later requests succeed. */
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
  // Loaded here, so that no test measures its load time as the provider's.
  await import('@elevenlabs/elevenlabs-js');

  return {
    address: standin.address,
    purchaseLog,
    faults,
    accounts,
    troubles,
    seen,
    /** Texts spoken and charged since the last `calm`, oldest first. */
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
    /** Resets faults and counts for the next test. */
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

/** One server for a whole test file, reset after each test. */
export const elevenlabsForFile = () => forFile(openElevenlabsServer, ({ calm }) => calm());
