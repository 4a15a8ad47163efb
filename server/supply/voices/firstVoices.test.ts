import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { Voice } from '#shared/voices.ts';
import { elevenlabsLibrary } from '../../../scripts/voices/library.ts';
import { openStock } from '../../../scripts/voices/stock.ts';
import { type accountSettings, freshAccounts, openAccounts } from '../../../standins/accounts.ts';
import { elevenlabsStandin } from '../../../standins/elevenlabs/elevenlabs.ts';
import { openFaults } from '../../../standins/faults.ts';
import { openPurchaseLog } from '../../../standins/purchaseLog.ts';
import { openSecrets } from '../../../standins/secrets.ts';
import type { StandinAddresses } from '../../../standins/standin.ts';
import { s3Storage } from '../../base/files/s3Storage.ts';
import { openElevenlabs } from '../../sound/speech/openElevenlabs.ts';
import { openTestApp } from '../../testing/testApp.ts';
import { openCosts } from '../costs/costs.ts';

/** ElevenLabs elsewhere, as the key of an account meets it that is in order, or in this state. */
async function openAccount(state: z.input<typeof accountSettings>['elevenlabs'] = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-account-'));
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts = openAccounts(dir);
  accounts.write({ elevenlabs: state });
  const [purchaseLog, faults, secret] = [openPurchaseLog(dir), openFaults(dir), openSecrets(dir)];
  const standin = elevenlabsStandin({ dir, url, secret, purchaseLog, faults, accounts });
  app.use(standin.router);
  return {
    ...standin.address,
    async close() {
      server.close();
      server.closeAllConnections();
      await standin.close();
      purchaseLog.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

const manner = { speech: 'eleven_flash_v2_5', format: 'pcm_24000' };
const envOf = (account: { apiKey: string; baseUrl: string }) => ({
  ELEVENLABS_API_KEY: account.apiKey,
  ELEVENLABS_BASE_URL: account.baseUrl,
  ELEVENLABS_MODEL: manner.speech,
  ELEVENLABS_OUTPUT_FORMAT: manner.format,
});

test('with the key of a new account nothing can be ordered, and once two voices were heard they can be', async () => {
  const account = await openAccount(freshAccounts.elevenlabs);
  const app = await openTestApp({ env: envOf(account), work: false });
  try {
    const buyer = await app.buyer();
    const catalogue = async (): Promise<Voice[]> =>
      (await buyer.visitor.get('/api/voices').expect(200)).body.voices;
    expect(await catalogue()).toEqual([]);
    const known = { voice1Id: 'nPczCjzI2devNBz1zQrb', voice2Id: 'XrExE9yKIg1WjnnlVkGX' };
    const orderRequest = await buyer.request(known);
    const refusal = await buyer.visitor.post('/api/orders').send(orderRequest).expect(400);
    expect(refusal.body.message).toBe('This voice is no longer available. Please choose another');

    const reply = await fetch(`${app.url}/standins/addresses`);
    const { s3 } = (await reply.json()) as StandinAddresses;
    const prices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, characters: 0.05 };
    const stock = openStock({
      db: app.db,
      narrator: openElevenlabs({ ...account, concurrency: 5 }).narrator(manner),
      library: elevenlabsLibrary(account),
      storage: s3Storage(s3),
      costs: openCosts({ db: app.db, prices: () => prices, cap: null }),
      prices: () => prices,
    });
    const { signal } = new AbortController();
    const filled = await stock.fill(await stock.plan(2, signal), signal);
    expect(filled).toMatchObject({ onSale: 2, added: 2, stopped: null });
    expect((await catalogue()).map(({ name }) => name)).toEqual(['Darian', 'Talia']);
    expect((await buyer.order()).transactionId).toMatch(/^txn_/);
  } finally {
    await app.close();
    await account.close();
  }
});

test.each([
  ['on', 0],
  ['off', 66],
])(
  'with SALES=%s, %i voices of an account are offered before any was heard',
  async (SALES, count) => {
    const account = await openAccount();
    const app = await openTestApp({ env: { ...envOf(account), SALES }, work: false });
    try {
      const { body } = await app.visitor().get('/api/voices').expect(200);
      expect(body.voices).toHaveLength(count);
    } finally {
      await app.close();
      await account.close();
    }
  },
);
