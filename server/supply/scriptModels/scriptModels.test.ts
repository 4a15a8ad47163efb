import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ENOUGH_VOICES, type ModelSet } from '#shared/models.ts';
import { freshAccounts } from '../../../standins/accounts.ts';
import type { StandinAddresses } from '../../../standins/standin.ts';
import { podcasts, settings, voiceStates } from '../../base/db/tables.ts';
import { openElevenlabs } from '../../sound/speech/openElevenlabs.ts';
import { aPodcast } from '../../testing/builders.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { openaiModels } from '../../writing/writer/openaiWriter.ts';
import { askAbilities } from './abilities.ts';
import { safest, type Wanted } from './candidates.ts';
import { openOffer } from './offer.ts';
import { openModels } from './scriptModels.ts';

/* The choice of models, by what the accounts say of themselves through the real SDKs. */

let production: Production;
let addresses: StandinAddresses;
beforeAll(async () => {
  production = await openProduction();
  addresses = (await (await fetch(`${production.url}/addresses`)).json()) as StandinAddresses;
});
afterEach(async () => {
  await production.setAccounts({});
  await production.db.delete(settings);
  await production.db.delete(voiceStates);
});
afterAll(() => production.close());

const nothing: Wanted = { script: null, speech: null, format: null };
const { signal } = new AbortController();

/** The choice as a process opens it, and how often it has asked the accounts. */
function open(wanted: Partial<Wanted> = {}) {
  const account = openElevenlabs({
    ...addresses.elevenlabs,
    concurrency: 1,
    decode: production.tools.audio.decode,
  });
  const ask = askAbilities(openaiModels(addresses.openai), account);
  let asked = 0;
  const models = openModels({
    db: production.db,
    wanted: { ...nothing, ...wanted },
    abilities(signal) {
      asked += 1;
      return ask(signal);
    },
    settingsOf: (set) => account.narrator(set).settings,
  });
  /** As if voices were on sale with the present choice. */
  async function sampleVoice() {
    const { settings } = account.narrator(await models.current());
    await production.db
      .insert(voiceStates)
      .values({ voiceId: 'one', settings, sampledAt: new Date() });
  }
  return { ...models, sampleVoice, asked: () => asked };
}

const best = { script: 'gpt-6.1-terra', speech: 'eleven_v4', format: 'pcm_44100' };
const old = { script: 'gpt-6-luna', speech: 'eleven_flash_v2_5', format: 'mp3_44100_128' };
const small = {
  openai: { models: ['gpt-6-luna', 'omni-moderation-latest'] },
  elevenlabs: { models: ['eleven_v3', 'eleven_flash_v2_5'], tier: 'starter' as const },
};

test.each<[string, Parameters<Production['setAccounts']>[0], Partial<Wanted>, ModelSet]>([
  ['an account that has everything', {}, {}, best],
  ['a small account', small, {}, old],
  [
    'accounts on their first day',
    { openai: freshAccounts.openai, elevenlabs: freshAccounts.elevenlabs },
    {},
    { ...best, script: safest.script, format: 'mp3_44100_192' },
  ],
  [
    'keys that may not be told',
    {
      openai: { scopes: ['chat', 'moderation'] },
      elevenlabs: { permissions: ['text_to_speech', 'voices_read'] },
    },
    {},
    safest,
  ],
  [
    'what the operator names in part',
    {},
    { speech: 'eleven_v3', format: 'pcm_24000' },
    { script: best.script, speech: 'eleven_v3', format: 'pcm_24000' },
  ],
])('the choice of %s is the best of it', async (_what, accounts, wanted, chosen) => {
  await production.setAccounts(accounts);
  const models = open(wanted);
  expect(await models.refresh(signal)).toEqual(chosen);
  expect(await models.current()).toEqual(chosen);
  expect(await models.offered()).toBeNull();
});

test('before a voice was heard the choice follows the accounts', async () => {
  await production.setAccounts(small);
  const models = open();
  expect(await models.refresh(signal)).toEqual(old);
  await production.setAccounts({});
  expect(await models.refresh(signal)).toEqual(best);
  await models.sampleVoice();
  await production.setAccounts(small);
  expect(await models.refresh(signal)).toEqual(best);
});

/** A shop that opened with small accounts, which can do more by now. */
async function openShopWithOld(): Promise<void> {
  await production.setAccounts(small);
  const models = open();
  await models.refresh(signal);
  await models.sampleVoice();
  await production.setAccounts({});
}

test('what was chosen stays when the accounts can do more, which is offered and taken on a word', async () => {
  await openShopWithOld();
  const models = open();
  expect(await models.refresh(signal)).toEqual(old);
  expect(await models.offered()).toEqual(best);
  const { db } = production;
  await expect(models.adopt(db, { ...best, format: 'pcm_24000' })).rejects.toThrow(
    'no longer offered',
  );
  expect(await models.current()).toEqual(old);
  await db.transaction((tx) => models.adopt(tx, best));
  expect([await open().current(), await open().offered()]).toEqual([best, null]);
  await expect(models.adopt(db, best)).rejects.toThrow('no longer offered');
});

test('a key that may not be told any more offers nothing worse', async () => {
  const models = open();
  await models.refresh(signal);
  await models.sampleVoice();
  await production.setAccounts({
    openai: { scopes: ['chat', 'moderation'] },
    elevenlabs: { permissions: ['text_to_speech', 'voices_read'] },
  });
  expect(await models.refresh(signal)).toEqual(best);
  expect(await models.offered()).toBeNull();
});

test('what the operator named stays chosen when the name is taken back', async () => {
  const named = { script: 'gpt-6-luna', speech: 'eleven_v4_turbo', format: 'mp3_44100_192' };
  const models = open(named);
  await models.refreshIfDue(signal);
  expect(models.asked()).toBe(0);
  await models.sampleVoice();
  const later = open();
  await later.refresh(signal);
  expect([await later.current(), await later.offered()]).toEqual([named, best]);
});

test('of all instances one asks in an hour, and again at once while nothing could be learnt', async () => {
  await production.setFaults({ elevenlabs: { errorRate: 1, status: 503 } });
  const [one, two] = [open(), open()];
  await expect(one.refreshIfDue(signal)).rejects.toThrow('503');
  await two.refreshIfDue(signal);
  expect([one.asked(), two.asked()]).toEqual([1, 0]);
  expect(await two.current()).toEqual(safest);
  await production.setFaults({});
  await ago('2 minutes');
  await two.refreshIfDue(signal);
  expect(await one.current()).toEqual(best);
  await ago('59 minutes');
  await one.refreshIfDue(signal);
  expect([one.asked(), two.asked()]).toEqual([1, 1]);
  await ago('61 minutes');
  await Promise.all([one.refreshIfDue(signal), two.refreshIfDue(signal)]);
  expect(one.asked() + two.asked()).toBe(3);
});

/** The last look was so long ago. */
async function ago(time: string): Promise<void> {
  const value = `update settings set value = (now() - interval '${time}')::text`;
  await production.db.execute(`${value} where name = 'models_looked'`);
}

test('an episode keeps the models that it was sold with, or else was begun with', async () => {
  const { db } = production;
  const models = open();
  const sold = await aPodcast(db);
  await db.update(podcasts).set({ models: old }).where(eq(podcasts.id, sold.id));
  const unknown = await aPodcast(db);
  await models.refresh(signal);
  expect(await models.of(sold.id)).toEqual(old);
  expect(await models.of(unknown.id)).toEqual(best);
  await db.delete(settings);
  expect(await open(old).of(unknown.id)).toEqual(best);
  await expect(models.of(0)).rejects.toThrow('no podcast 0');
});

test('better models take over once 66 voices were heard with them and a line was written', async () => {
  await openShopWithOld();
  const models = open();
  await models.refresh(signal);
  let voices = ENOUGH_VOICES - 1;
  const written: string[] = [];
  const offer = openOffer({
    db: production.db,
    models,
    prices: () => ({ input: 1, cachedInput: 1, cacheWrite: 1, output: 10, characters: 0.1 }),
    countVoices: async () => voices,
    tryScript: async ({ script }) => written.push(script),
  });
  const price = 10 * (2_700 + 300 * 10 + 900 * 100);
  expect(await offer.state()).toEqual({
    current: old,
    price,
    offered: { models: best, price, voices, whyNot: expect.stringContaining('--fill 70 --better') },
  });
  const notes: string[] = [];
  const note = async () => void notes.push('noted');
  await expect(offer.adopt(best, note, signal)).rejects.toThrow('65 of 66 voices');
  expect([notes, written]).toEqual([[], []]);
  voices = ENOUGH_VOICES;
  await offer.adopt(best, note, signal);
  expect([notes, written]).toEqual([['noted'], [best.script]]);
  await offer.adopt(best, note, signal);
  expect([notes, written]).toEqual([['noted'], [best.script]]);
  expect(await offer.state()).toEqual({ current: best, price, offered: null });
});
