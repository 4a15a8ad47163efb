import { expect, test } from 'vitest';
import type { z } from 'zod';
import { ProviderFailure } from '../../server/base/kit/provider.ts';
import { adam, elevenlabsForFile } from '../../server/testing/elevenlabsServer.ts';
import { text } from '../../server/testing/troubledStandin.ts';
import { type elevenlabsAccount, freshElevenlabs } from './account.ts';

const production = elevenlabsForFile();

const forever = new AbortController().signal;
const alice = 'Xb7hH8MSUJpSbSDYk0k2';
const past = '2026-01-01T00:00:00Z';
const day = 86_400_000;

const set = (elevenlabs: z.input<typeof elevenlabsAccount>) =>
  production.accounts.write({ elevenlabs });
const listed = () => production.narrator().voices(forever);
type Options = Parameters<typeof production.narrator>[0];

async function failureWith(options: Options = {}, voiceId = adam) {
  const line = { voiceId, text, previousText: 'Before.' };
  const failure = await production
    .narrator(options)
    .speak(line, forever)
    .catch((error: unknown) => error);
  if (!(failure instanceof ProviderFailure)) throw new Error('it did not fail');
  return failure;
}

async function requestSpeech(model: string, words: object) {
  const { baseUrl, apiKey } = production.address;
  const reply = await fetch(`${baseUrl}/v1/text-to-speech/${adam}?output_format=pcm_24000`, {
    method: 'POST',
    headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ text, model_id: model, ...words }),
  });
  return { status: reply.status, detail: (await reply.json()).detail };
}

test('a new account has no voices and cannot speak', async () => {
  set(freshElevenlabs);
  expect(await listed()).toEqual([]);
  const { trouble, subject, message } = await failureWith();
  expect([trouble, subject]).toEqual(['rejected', 'voice']);
  expect(message).toMatch(/404 not_found voice_not_found .+\(request .+\)/);
});

test('the Default voices are gone after their end date, and the others stay', async () => {
  set({ defaultsEndAt: past });
  const voices = await listed();
  expect(voices).toHaveLength(14);
  expect(voices.map(({ category }) => category)).not.toContain('premade');
  expect(await failureWith()).toMatchObject({ trouble: 'rejected', subject: 'voice' });
});

test('a voice is listed with its rate and end date until it ends', async () => {
  const soon = new Date(Math.ceil(Date.now() / 1000) * 1000 + day).toISOString();
  set({ doubled: [adam], ending: { [alice]: soon } });
  const voices = await listed();
  const of = (id: string) => voices.find((voice) => voice.id === id);
  expect(of(adam)).toMatchObject({ rate: 2, endsAt: null });
  expect(of(alice)).toMatchObject({ rate: 1, endsAt: Date.parse(soon) });
  set({ ending: { [alice]: past } });
  expect((await listed()).map(({ id }) => id)).not.toContain(alice);
  expect(await failureWith({}, alice)).toMatchObject({ trouble: 'rejected', subject: 'voice' });
});

test.each(['old', 'new', 'both'] as const)(
  'a voice outside the plan fails as a rejected voice, a format outside it as ours (%s errors)',
  async (errors) => {
    set({ errors, uncovered: [adam], tier: 'creator' });
    expect(await failureWith()).toMatchObject({ trouble: 'rejected', subject: 'voice' });
    const format = await failureWith({ outputFormat: 'pcm_44100' });
    expect([format.trouble, format.subject]).toEqual(['refused', undefined]);
    expect(format.message).toContain('only available on the Pro tier and above');
  },
);

test('a free plan cannot speak with voices of the library', async () => {
  set({ tier: 'free', errors: 'both' });
  const library = (await listed()).find(({ category }) => category === 'professional');
  const failure = await failureWith({}, library?.id);
  expect(failure).toMatchObject({ trouble: 'rejected', subject: 'voice' });
  expect(failure.message).toContain('Free users cannot use library voices via the API.');
});

test('a model that the account lacks is refused', async () => {
  set({ models: ['eleven_v3'], errors: 'new' });
  expect(await failureWith()).toMatchObject({ trouble: 'refused', subject: undefined });
  expect(await failureWith({ model: 'eleven_v9' })).toMatchObject({ trouble: 'refused' });
});

test('eleven_v3 refuses neighbouring text, and our narrator does not send it', async () => {
  set({ errors: 'both' });
  const reply = await requestSpeech('eleven_v3', { next_text: 'After.' });
  expect(reply).toMatchObject({ status: 400, detail: { code: 'unsupported_model' } });
  expect(reply.detail.message).toContain("not yet supported with the 'eleven_v3' model");
  const line = { voiceId: adam, text, previousText: 'Before.', nextText: () => 'After.' };
  await production.narrator({ model: 'eleven_v3' }).speak(line, forever);
  expect(production.spoken()).toEqual([text]);
});

test('a line that costs more than the remaining credits is refused as quota_exceeded and not charged', async () => {
  set({ credits: 100, used: 90, errors: 'new' });
  expect(await failureWith()).toMatchObject({ trouble: 'spent' });
  expect(production.spoken()).toEqual([]);
  const credits = await production.account().credits(forever);
  expect(credits).toMatchObject({ tier: 'pro', limit: 100 });
});

test('a spoken line is charged to the account’s credits', async () => {
  set({ credits: 1_000, tier: 'starter' });
  const account = production.account();
  const before = await account.credits(forever);
  await production.narrator().speak({ voiceId: adam, text }, forever);
  const after = await account.credits(forever);
  expect((after?.used ?? 0) - (before?.used ?? 0)).toBe(Math.ceil(text.length / 2));
  expect(after).toMatchObject({ tier: 'starter', limit: 1_000 });
  expect(after?.renewedAt).toBeGreaterThan(Date.now());
});

test('a restricted key can do only what its permissions allow', async () => {
  set({ permissions: ['text_to_speech'], errors: 'both' });
  await production.narrator().speak({ voiceId: adam, text }, forever);
  const failure = await listed().catch((error: unknown) => error);
  expect(failure).toMatchObject({ trouble: 'refused' });
  expect(String(failure)).toContain('missing the permission voices_read');
});

test('a probe is refused for a model or a format that the account lacks, and served otherwise', async () => {
  const speaker = production.narrator({ outputFormat: 'pcm_44100' });
  await speaker.probe(forever);
  set({ tier: 'creator' });
  await expect(speaker.probe(forever)).rejects.toMatchObject({ trouble: 'refused' });
  set({ models: ['eleven_v3'] });
  await expect(speaker.probe(forever)).rejects.toThrow('no model eleven_flash_v2_5');
  // A key that may not list models does not prove that a model is missing.
  set({ models: [], tier: 'free', permissions: ['text_to_speech', 'voices_read'] });
  await speaker.probe(forever);
});
