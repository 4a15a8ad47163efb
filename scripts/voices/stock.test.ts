import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expenses, voiceStates } from '../../server/base/db/tables.ts';
import type { Storage } from '../../server/base/files/storage.ts';
import { openCosts } from '../../server/supply/costs/costs.ts';
import { openVoices } from '../../server/supply/voices/catalogue.ts';
import { openProduction, type Production } from '../../server/testing/production.ts';
import { freshAccounts } from '../../standins/accounts.ts';
import type { StandinAddresses } from '../../standins/standin.ts';
import { elevenlabsLibrary } from './library.ts';
import { openStock } from './stock.ts';

let production: Production;
let addresses: StandinAddresses;
beforeAll(async () => {
  production = await openProduction();
  addresses = (await (await fetch(`${production.url}/addresses`)).json()) as StandinAddresses;
  await production.setAccounts({ elevenlabs: freshAccounts.elevenlabs });
});
afterAll(() => production.close());

const forever = new AbortController().signal;
const prices = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, characters: 0.05 };

/** `cap` is dollars a day. */
function run({ storage = production.storage, cap = null as number | null } = {}) {
  const { db, narrator } = production;
  const costs = openCosts({ db, prices: () => prices, cap });
  const library = elevenlabsLibrary(addresses.elevenlabs);
  return openStock({ db, narrator, library, storage, costs, prices: () => prices });
}
const catalogue = () => {
  const { db, storage, tools } = production;
  return openVoices({
    db,
    narrator: production.narrator,
    storage,
    audio: tools.audio,
    onlyWithSample: true,
  });
};
const spoken = async () =>
  (await production.entries()).flatMap((entry) => (entry.kind === 'speech' ? [entry.voiceId] : []));

function watched(onPut: (count: number) => void): Storage {
  let count = 0;
  return {
    ...production.storage,
    async put(...file) {
      await production.storage.put(...file);
      onPut(++count);
    },
  };
}

test('an account without voices sells none, and filling it is priced before anything is bought', async () => {
  expect(await catalogue().list()).toEqual([]);
  const plan = await run().plan(70, forever);
  expect(plan).toMatchObject({ target: 70, missing: 70 });
  expect(plan.candidates[0]?.name).toBe('Darian');
  // 70 introductions of about 80 characters at 5 cents a thousand.
  expect(plan.cost).toBeGreaterThan(200_000);
  expect(plan.cost).toBeLessThan(400_000);
  expect(await spoken()).toEqual([]);
  expect(await catalogue().list()).toEqual([]);
});

test('at the day’s spending cap filling stops with a sentence', async () => {
  const stock = run({ cap: 0 });
  const filled = await stock.fill(await stock.plan(70, forever), forever);
  expect(filled).toMatchObject({ onSale: 0, spent: 0, added: 0 });
  expect(filled.stopped).toContain('SPENDING_CAP');
  expect(await spoken()).toEqual([]);
});

test('filling that was stopped midway goes on where it was, and 70 voices are for sale, each heard and paid for once', async () => {
  const stopping = new AbortController();
  const storage = watched((count) => count === 10 && stopping.abort(new Error('stopped')));
  const first = run({ storage });
  const half = await first.plan(70, forever);
  await expect(first.fill(half, stopping.signal)).rejects.toThrow('stopped');
  const states = (await catalogue().list()).length;
  expect(states).toBeGreaterThanOrEqual(10);
  expect(states).toBeLessThan(20);

  const second = run();
  const filled = await second.fill(await second.plan(70, forever), forever);
  expect(filled).toMatchObject({ onSale: 70, added: 70 - states, stopped: null });
  const voices = await catalogue().list();
  expect(voices).toHaveLength(70);
  expect(new Set(voices.map(({ name }) => name)).size).toBe(70);
  expect((await spoken()).sort()).toEqual(voices.map(({ id }) => id).sort());
  for (const { id } of voices.slice(0, 3)) {
    expect(await catalogue().sampleMp3(id)).not.toBeNull();
  }
  expect(await spoken()).toHaveLength(70);

  const bills = await production.db.select().from(expenses);
  expect(bills).toHaveLength(70);
  const total = bills.reduce((sum, { microdollars }) => sum + microdollars, 0);
  expect(total).toBeLessThanOrEqual(half.cost + 10_000);
  expect(filled.spent).toBeLessThan(total);
  expect((await run().plan(70, forever)).missing).toBe(0);
}, 120_000);

test('a voice of the library that does not speak is told of and not sold; odd ones are not asked', async () => {
  const standings = await run().list(forever);
  const mute = standings.find(({ id }) => id === 'oddMute');
  expect(mute?.why).toContain('does not speak');
  expect(standings.map(({ id }) => id)).not.toContain('oddDear');
  for (const odd of ['Mute', 'Dear', 'Fleeting', 'Watched', 'Foreign', 'Unlabelled']) {
    expect(await catalogue().find(`odd${odd}`)).toBeNull();
  }
});

test('a voice that was refused is on sale again once it has spoken anew', async () => {
  const [voice] = await catalogue().list();
  if (!voice) throw new Error('there are no voices');
  const before = (await spoken()).length;
  await production.db
    .update(voiceStates)
    .set({ failedAt: new Date(), reason: 'not on your plan' })
    .where(eq(voiceStates.voiceId, voice.id));
  expect(await catalogue().find(voice.id)).toBeNull();
  const stock = run();
  const plan = await stock.plan(70, forever);
  expect(plan.missing).toBe(1);
  const only = { ...plan, candidates: plan.candidates.filter(({ again }) => again) };
  const filled = await stock.fill(only, forever);
  expect(filled).toMatchObject({ onSale: 70, added: 0 });
  expect(await catalogue().find(voice.id)).not.toBeNull();
  expect(await spoken()).toHaveLength(before + 1);
});
