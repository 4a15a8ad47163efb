import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import { openAccounts } from '../../standins/accounts.ts';
import { openFaults } from '../../standins/faults.ts';
import { faultGate } from '../../standins/gate.ts';
import { openPurchaseLog } from '../../standins/purchaseLog.ts';
import type { Standin, StandinTools } from '../../standins/standin.ts';
import { ProviderFailure } from '../base/kit/provider.ts';

export const text = 'The sea makes its own weather, and nobody noticed.';
export const page = '<!doctype html><title>Bad gateway</title>';

export const hang: RequestHandler = () => {};
export const drip: RequestHandler = (_req, res) => {
  res.type('audio/pcm').write(Buffer.alloc(1));
  const timer = setInterval(() => res.write(Buffer.alloc(1)), 50);
  res.once('close', () => clearInterval(timer));
};
export const answer =
  (code: number, body: unknown, headers = {}): RequestHandler =>
  (_req, res) =>
    void res.status(code).set(headers).send(body);
export const sound = (bytes: Buffer, type = 'audio/pcm') =>
  answer(200, bytes, { 'content-type': type });

/** Sends half of the sound with a matching length, so that nothing of HTTP is wrong. */
export const cutInHalf: RequestHandler = (_req, res, next) => {
  const { end } = res;
  res.end = ((sound: Buffer) => {
    const half = sound.subarray(0, sound.length / 2);
    res.set('content-length', String(half.length));
    return end.call(res, half, 'binary');
  }) as typeof res.end;
  next();
};

export const briefly = {
  attempts: { busy: 6, broken: 3 },
  firstWait: 5,
  longestWait: 2_000,
  idle: 15_000,
  total: 25_000,
};

/** Returns the kind of a provider failure, any other error itself, or null for success. */
export async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error instanceof ProviderFailure ? error.trouble : error;
}

/** Tests may replace its next responses one by one. */
export async function openTroubledStandin<Address>(
  name: 'elevenlabs' | 'openai',
  open: (tools: StandinTools) => Standin<Address>,
) {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-narrator-'));
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const purchaseLog = openPurchaseLog(dir);
  const faults = openFaults(dir);
  const accounts = openAccounts(dir);
  const secret = (purpose: string) => `${purpose}-key`;
  const standin = open({ dir, url, secret, purchaseLog, faults, accounts });
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
  app.use(faultGate(name, faults), standin.router);

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
