import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ModelSet } from '#shared/models.ts';
import { freshAccounts } from '../../../standins/accounts.ts';
import type { StandinAddresses } from '../../../standins/standin.ts';
import { podcasts, settings, voiceStates } from '../../base/db/tables.ts';
import { openElevenlabs } from '../../sound/speech/openElevenlabs.ts';
import { aPodcast } from '../../testing/builders.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { defaults, modelsStateOf, openModels, type Wanted } from './scriptModels.ts';

/* The choice of models, with the format by what the account says of itself through the real SDK. */

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
    patience: { attempts: { busy: 2 }, firstWait: 10 },
  });
  let asked = 0;
  const models = openModels({
    db: production.db,
    wanted: { ...nothing, ...wanted },
    speech: {
      credits(signal) {
        asked += 1;
        return account.credits(signal);
      },
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
const old = { ...best, format: 'mp3_44100_128' };
const small = { elevenlabs: { tier: 'starter' as const } };

test.each<[string, Parameters<Production['setAccounts']>[0], Partial<Wanted>, ModelSet]>([
  ['a large plan', {}, {}, best],
  ['a small plan', small, {}, old],
  [
    'an account on its first day',
    { elevenlabs: freshAccounts.elevenlabs },
    {},
    { ...best, format: 'mp3_44100_192' },
  ],
  [
    'a key that may not be told its plan',
    { elevenlabs: { permissions: ['text_to_speech', 'voices_read'] } },
    {},
    defaults,
  ],
  [
    'what the operator names in part',
    {},
    { speech: 'eleven_v3', format: 'pcm_24000' },
    { script: best.script, speech: 'eleven_v3', format: 'pcm_24000' },
  ],
])(
  'with %s the defaults are chosen, in its best format',
  async (_what, accounts, wanted, chosen) => {
    await production.setAccounts(accounts);
    const models = open(wanted);
    expect(await models.refresh(signal)).toEqual(chosen);
    expect(await models.current()).toEqual(chosen);
  },
);

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

test('what was chosen stays when the plan has a better format, as every voice has its sample in it', async () => {
  await production.setAccounts(small);
  const models = open();
  await models.refresh(signal);
  await models.sampleVoice();
  await production.setAccounts({});
  expect(await open().refresh(signal)).toEqual(old);
  expect(await open().current()).toEqual(old);
});

test('what the operator named stays chosen when the name is taken back', async () => {
  const named = { script: 'gpt-6-luna', speech: 'eleven_v4_turbo', format: 'mp3_44100_192' };
  const models = open(named);
  await models.refreshIfDue(signal);
  expect(models.asked()).toBe(0);
  await models.sampleVoice();
  const later = open();
  await later.refresh(signal);
  expect(await later.current()).toEqual(named);
});

test('of all instances one asks in an hour, and again at once while nothing could be learnt', async () => {
  await production.setFaults({ elevenlabs: { errorRate: 1, status: 503 } });
  const [one, two] = [open(), open()];
  await expect(one.refreshIfDue(signal)).rejects.toThrow('503');
  await two.refreshIfDue(signal);
  expect([one.asked(), two.asked()]).toEqual([1, 0]);
  expect(await two.current()).toEqual(defaults);
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

test('the present models are shown with their price', async () => {
  const models = open();
  await models.refresh(signal);
  const prices = () => ({ input: 1, cachedInput: 1, cacheWrite: 1, output: 10, characters: 0.1 });
  const price = 10 * (2_700 + 300 * 10 + 900 * 100);
  expect(await modelsStateOf(models, prices)).toEqual({ current: best, price });
});
