import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { StandinAddresses } from '../../../standins/standin.ts';
import { emails, settings } from '../../base/db/tables.ts';
import { openElevenlabs } from '../../sound/speech/openElevenlabs.ts';
import { smallModels } from '../../testing/builders.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { openCreditWatch } from './creditWatch.ts';

/* ElevenLabs' credits, read through the real SDK. */

let production: Production;
let addresses: StandinAddresses;
beforeAll(async () => {
  production = await openProduction();
  addresses = (await (await fetch(`${production.url}/addresses`)).json()) as StandinAddresses;
});
afterEach(async () => {
  await production.setAccounts({});
  await production.db.delete(settings);
  await production.db.delete(emails);
});
afterAll(() => production.close());

const { signal } = new AbortController();

type Account = NonNullable<Parameters<Production['setAccounts']>[0]['elevenlabs']>;

/** An instance that watches an account like this one. */
async function watch(elevenlabs: Account, speech = smallModels.speech) {
  await production.setAccounts({ elevenlabs });
  const { db, alerts } = production;
  const account = openElevenlabs({ ...addresses.elevenlabs, concurrency: 1 });
  const models = { current: async () => ({ ...smallModels, speech }) };
  return openCreditWatch({ db, account, models, alerts });
}
const sent = async () =>
  (await production.db.select().from(emails)).map(({ content }) => content?.subject);

test('the credits are unknown before the first answer', async () => {
  expect(await (await watch({})).state()).toBeNull();
});

test.each([
  ['eleven_flash_v2_5', 133],
  ['eleven_v4', 66],
  ['a_model_that_nobody_knows', null],
])('60,000 credits are so many minutes with %s: %s', async (speech, minutes) => {
  const credits = await watch({ tier: 'creator', credits: 100_000, used: 40_000 }, speech);
  await credits.refresh(signal);
  const state = await credits.state();
  expect(state).toMatchObject({ tier: 'creator', left: 60_000, limit: 100_000, minutes });
  expect(state).toMatchObject({ isLow: false, byUse: false });
  expect(Date.parse(state?.renewedAt ?? '')).toBeGreaterThan(Date.now());
  expect(await sent()).toEqual([]);
});

test.each([
  ['a fifth', 80_000, ['20,000 of 100,000 credits are left at ElevenLabs']],
  ['one more than a fifth', 79_999, []],
  ['none', 100_000, ['0 of 100,000 credits are left at ElevenLabs']],
])('when %s is left the operator is alerted like this', async (_, used, expected) => {
  const credits = await watch({ tier: 'creator', credits: 100_000, used });
  await credits.refresh(signal);
  expect(await sent()).toEqual(expected);
});

test('the operator is alerted once until the credits are renewed or raised', async () => {
  const low = { tier: 'creator', credits: 100_000 } as const;
  for (const used of [85_000, 90_000, 99_000]) {
    await (await watch({ ...low, used })).refresh(signal);
  }
  expect(await sent()).toEqual(['15,000 of 100,000 credits are left at ElevenLabs']);
  await (await watch({ ...low, credits: 110_000, used: 99_000 })).refresh(signal);
  expect(await sent()).toHaveLength(2);
});

test('no alert is sent where more speech is billed by use', async () => {
  const credits = await watch({ tier: 'creator', used: 1_000_000 });
  await credits.refresh(signal);
  expect(await credits.state()).toMatchObject({ left: 0, isLow: false, byUse: true });
  expect(await sent()).toEqual([]);
});

test('the credits stay unknown with a key that may not read them', async () => {
  const credits = await watch({ permissions: ['text_to_speech', 'voices_read'] });
  await credits.refresh(signal);
  expect(await credits.state()).toBeNull();
});
