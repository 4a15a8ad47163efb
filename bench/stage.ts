import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, Pool } from 'pg';
import type { z } from 'zod';
import { startEmbeddedPostgres } from '../server/base/db/embedded.ts';
import { findFfmpeg } from '../server/sound/mix/findFfmpeg.ts';
import { endAll, startProduct, startStandins } from '../server/testing/processes.ts';
import { openTcpProxy } from '../server/testing/tcpProxy.ts';
import type { faultSettings } from '../standins/faults.ts';
import type { Purchase } from '../standins/purchaseLog.ts';
import type { Speeds } from './bound.ts';

export const REALISTIC: Speeds = {
  firstToken: 0.74,
  tokensPerSecond: 130,
  perLine: 0.3,
  perSecond: 0.12,
  slots: 5,
};
/** All speeds times this, so their ratios, which decide the pacing, stay the same. */
export const faster = (times: number): Speeds => ({
  firstToken: REALISTIC.firstToken / times,
  tokensPerSecond: REALISTIC.tokensPerSecond * times,
  perLine: REALISTIC.perLine / times,
  perSecond: REALISTIC.perSecond / times,
  slots: REALISTIC.slots,
});
/** The settings of a real server, except for the providers. */
export const IN_PRODUCTION = { NODE_ENV: 'production', ALLOW_STANDINS: 'true' };
/** Performs takes and deliveries; products on the stage speak with it unless told otherwise. */
export const TAKES_MODEL = 'eleven_v4';
export const LINES_MODEL = 'eleven_flash_v2_5';
/** The most by which a text is louder or softer than its voice, dB. */
export const UNEVENNESS = 6;
/** Largest error of a section's length, as a share. */
const BUDGET_ERROR = 0.35;

type OpenaiFaults = z.input<typeof faultSettings>['openai'];

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** PostgreSQL is the embedded one, or a new database on the server of `DATABASE_URL`. */
export async function openStage() {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-bench-'));
  // If we are root, PostgreSQL runs as another user, who needs access.
  await chmod(dir, 0o755);
  const closers: (() => Promise<unknown>)[] = [() => rm(dir, { recursive: true, force: true })];
  const closeAll = async () => {
    for (const end of closers.reverse()) await end().catch(console.error);
  };
  let closing: Promise<void> | undefined;
  // An interrupted run closes twice; both calls wait for the first.
  const close = () => {
    closing ??= closeAll();
    return closing;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)));
  }
  try {
    const database = process.env.DATABASE_URL
      ? await freshDatabase(process.env.DATABASE_URL)
      : await startEmbeddedPostgres({ dir: path.join(dir, 'postgres') });
    closers.push(() => database.stop());
    closers.push(() => endAll());
    const standins = await startStandins({ DATA_DIR: dir });
    const proxy = await openTcpProxy(standins.url);
    closers.push(() => proxy.close());
    const pool = new Pool({ connectionString: database.url, max: 2 });
    // PostgreSQL may stop before the last idle connection is closed.
    pool.on('error', () => {});
    closers.push(() => pool.end());
    const { path: ffmpeg } = await findFfmpeg(null);

    async function ask<T>(address: string, init?: RequestInit): Promise<T> {
      const reply = await fetch(`${standins.url}${address}`, init);
      if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as T;
    }

    async function setFaults(settings: z.input<typeof faultSettings>): Promise<void> {
      await ask('/faults', {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      });
    }

    return {
      dir,
      ffmpeg,
      pool,
      databaseUrl: database.url,
      proxy,
      standins,
      /** Null is as fast as possible. The writer only fills the time; `openai` adds settings. */
      setSpeeds: (speeds: Speeds | null, openai?: OpenaiFaults) =>
        setFaults(faultsFor(speeds, openai)),
      /** What the settings leave out is as usual. */
      setFaults,
      /** Starts the product as a process; `env` adds to its environment. */
      startProduct: (env?: Record<string, string>) =>
        startProduct({
          DATA_DIR: dir,
          DATABASE_URL: database.url,
          STANDINS_URL: proxy.url,
          ELEVENLABS_MODEL: TAKES_MODEL,
          ...env,
        }),
      purchases: async () => (await ask<{ entries: Purchase[] }>('/ledger')).entries,
      pay: (transactionId: string) =>
        ask<void>(`/paddle/demo/transactions/${transactionId}/pay`, { method: 'POST' }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function faultsFor(
  speeds: Speeds | null,
  openai: OpenaiFaults = {},
): z.input<typeof faultSettings> {
  const { firstToken = 0, tokensPerSecond = 0, perLine = 0, perSecond = 0 } = speeds ?? {};
  return {
    openai: {
      writer: 'plain',
      firstToken: firstToken * 1000,
      tokensPerSecond,
      budgetError: BUDGET_ERROR,
      ...openai,
    },
    elevenlabs: {
      latency: perLine * 1000,
      workPerSecond: perSecond * 1000,
      concurrency: REALISTIC.slots,
      unevenness: UNEVENNESS,
    },
  };
}

async function freshDatabase(server: string): Promise<{ url: string; stop(): Promise<void> }> {
  const name = `bench_${Date.now()}_${process.pid}`;
  const administer = async (statement: string) => {
    const client = new Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, stop: () => administer(`drop database ${name} with (force)`) };
}
