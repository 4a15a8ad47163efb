import { expect, test } from 'vitest';
import type { z } from 'zod';
import { type elevenlabsAccount, freshElevenlabs } from '../../../standins/elevenlabs/account.ts';
import { openDecoder } from '../../sound/mix/decode.ts';
import { adam, elevenlabsForFile } from '../../testing/elevenlabsServer.ts';
import { hang } from '../../testing/troubledStandin.ts';
import { elevenlabsCheck } from './elevenlabsCheck.ts';

const production = elevenlabsForFile();

type Account = z.input<typeof elevenlabsAccount>;
type Settings = Partial<Parameters<typeof elevenlabsCheck>[0]>;

/** What the check finds out about this account. */
async function findings(account: Account, over: Settings = {}, buy = false) {
  production.accounts.write({ elevenlabs: account });
  const settings = {
    ...production.address,
    model: 'eleven_flash_v2_5',
    outputFormat: 'pcm_24000',
    ...over,
  };
  return elevenlabsCheck(settings, { buy, signal: new AbortController().signal });
}

/** The sentences of what is not in order. */
async function troubles(account: Account, over: Settings = {}, buy = false) {
  const found = await findings(account, over, buy);
  return found.filter(({ ok }) => !ok).map(({ sentence }) => sentence);
}

test('an account in order has no trouble, and nothing is bought unless it is asked for', async () => {
  const found = await findings({ tier: 'creator', credits: 100_000, used: 40_000 });
  expect(found.map(({ ok }) => ok)).toEqual([true, true, true, true]);
  const [credits, format, model, voices] = found.map(({ sentence }) => sentence);
  expect(credits).toMatch(
    /^The plan is creator, and 60,000 of 100,000 credits are left until 1 \w+ \d{4}\.$/,
  );
  expect(format).toBe('The plan creator has the output format pcm_24000.');
  expect(model).toBe('The account has eleven_flash_v2_5, which speaks English.');
  expect(voices).toMatch(/^The account has 66 voices, 52 of them Default voices, which end on /);
  expect(production.spoken()).toEqual([]);
});

test('with leave to buy the first voice speaks as MP3, too', async () => {
  const decode = openDecoder(process.env.FFMPEG_PATH ?? null);
  const found = await findings({}, { outputFormat: 'mp3_44100_128', decode }, true);
  expect(found.at(-1)?.sentence).toMatch(
    /^Adam speaks: \d\.\d seconds with \S+ as mp3_44100_128\.$/,
  );
});

test('with leave to buy the first voice speaks one sentence, and what it cost is told', async () => {
  const bought: number[] = [];
  const onBought = (characters: number) => void bought.push(characters);
  const found = await findings({}, { onBought }, true);
  expect(found.at(-1)).toMatchObject({
    ok: true,
    sentence: expect.stringMatching(
      /^Adam speaks: \d\.\d seconds with eleven_flash_v2_5 as pcm_24000\.$/,
    ),
  });
  expect(production.spoken()).toHaveLength(1);
  expect(bought).toEqual([production.spoken()[0]?.length]);
});

test('a new account has one trouble: it has no voices', async () => {
  expect(await troubles(freshElevenlabs, {}, true)).toEqual([
    'The account has no voices: run npm run voices -- --fill 70.',
  ]);
  expect(production.spoken()).toEqual([]);
});

test('credits that run out are told below a fifth of the month’s, unless more are paid by use', async () => {
  expect(await troubles({ credits: 10_000, used: 7_500 })).toEqual([]);
  const [sentence, ...others] = await troubles({ credits: 10_000, used: 8_001 });
  expect(sentence).toMatch(
    /^The plan is pro, and 1,9\d\d of 10,000 credits are left until .+: add /,
  );
  expect(others).toEqual([]);
  expect(await troubles({ used: 499_999 })).toEqual([]);
});

test('a format that the plan lacks is told with the way out', async () => {
  const pro = { outputFormat: 'pcm_44100' };
  expect(await troubles({ tier: 'creator' }, pro)).toEqual([
    'The plan creator does not have the output format pcm_44100: set ELEVENLABS_OUTPUT_FORMAT to mp3_44100_192 or take the Pro plan.',
  ]);
  expect(await troubles({ tier: 'pro' }, pro)).toEqual([]);
  const creator = { outputFormat: 'mp3_44100_192' };
  expect(await troubles({ tier: 'starter' }, creator)).toEqual([
    'The plan starter does not have the output format mp3_44100_192: set ELEVENLABS_OUTPUT_FORMAT to mp3_44100_128 or take the Creator plan.',
  ]);
  expect(await troubles({ tier: 'creator' }, creator)).toEqual([]);
});

test('a model that the account lacks is told with those that it has', async () => {
  expect(await troubles({ models: ['eleven_v4', 'eleven_v3'] })).toEqual([
    'The account does not have the model eleven_flash_v2_5: set ELEVENLABS_MODEL to one of eleven_v4, eleven_v3.',
  ]);
});

test.each<[string, Account, Settings, RegExp]>([
  ['a wrong key', {}, { apiKey: 'sk_wrong' }, /^ElevenLabs refuses us: check ELEVENLABS_API_KEY/],
  [
    'an address where nobody answers',
    {},
    { baseUrl: 'http://127.0.0.1:9' },
    /^ElevenLabs does not/,
  ],
  [
    'a key that may not read the plan',
    { permissions: ['text_to_speech', 'voices_read', 'models_read'], errors: 'new' },
    {},
    /^The key lacks a permission: .+ User.+user_read/,
  ],
  ['a first voice above the plan', { uncovered: [adam] }, {}, /^The first voice .+ does not speak/],
])('%s is told in one sentence', async (_what, account, over, sentence) => {
  expect(await troubles(account, over, true)).toEqual([expect.stringMatching(sentence)]);
});

test('a first sentence that the credits do not pay for is told beside the credits', async () => {
  expect(await troubles({ credits: 0 }, {}, true)).toEqual([
    expect.stringMatching(/^The plan is pro, and 0 of 0 credits are left/),
    expect.stringMatching(/^The credits are spent .+ quota_exceeded/),
  ]);
  expect(production.spoken()).toEqual([]);
});

test('a check that is called off ends with the reason', async () => {
  production.troubles.push(hang);
  const controller = new AbortController();
  const checking = elevenlabsCheck(
    { ...production.address, model: 'eleven_v3', outputFormat: 'pcm_24000' },
    { buy: false, signal: controller.signal },
  );
  controller.abort(new Error('called off'));
  await expect(checking).rejects.toThrow('called off');
});
