import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../base/db/openDatabase.ts';
import { emails, voiceStates, voicesCache } from '../../base/db/tables.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Narrator, ProviderVoice } from '../../sound/speech/speech.ts';
import { lineByLine } from '../../testing/lineByLine.ts';
import { openProduction, type Production } from '../../testing/production.ts';
import { openVoices } from './catalogue.ts';
import { announceEnds, noteRefusals } from './noteRefusals.ts';

let production: Production;
let db: Db;
beforeAll(async () => {
  production = await openProduction();
  db = production.db;
});
afterAll(() => production.close());
beforeEach(async () => {
  for (const table of [emails, voiceStates, voicesCache]) await db.delete(table);
});

const forever = new AbortController().signal;
const day = 24 * 60 * 60 * 1000;
const longDate = (at: number) =>
  new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const post = async () => (await db.select().from(emails)).map(({ content }) => content);

function voice(id: string, endsAt: number | null = null): ProviderVoice {
  const labels = { gender: 'female', language: 'en' };
  return { id, name: `Voice ${id}`, labels, description: null, category: null, rate: 1, endsAt };
}

/** An account with these voices, of which each line meets `failure`, or only those of one voice. */
function account(voices: ProviderVoice[], failure: Error | null = null, ofVoice?: string) {
  const clip = { samples: new Int16Array(9), sampleRate: 24_000 };
  const narrator: Narrator = {
    ...lineByLine,
    model: 'model',
    settings: 'here/model/pcm_24000',
    voices: async () => voices,
    speak: async ({ voiceId }) => {
      if (ofVoice && voiceId !== ofVoice) return clip;
      throw failure;
    },
    speakTake: async () => {
      throw failure;
    },
  };
  const { alerts, storage, tools } = production;
  return {
    narrator: noteRefusals(narrator, { db, alerts }),
    look: () => announceEnds(narrator, { db, alerts }),
    voices: openVoices({ db, narrator, storage, audio: tools.audio, onlyWithSample: false }),
  };
}
const refusal = (subject: 'voice' | undefined) =>
  new ProviderFailure('ElevenLabs', 'rejected', '403 only_for_creator+', { subject });

test('a voice that the provider refuses is off the list for all, and the operator is told once a day', async () => {
  const { narrator, voices } = account([voice('one'), voice('two')], refusal('voice'));
  expect(await voices.list()).toHaveLength(2);
  const line = { voiceId: 'two', text: 'Hello.' };
  await expect(narrator.speak(line, forever)).rejects.toThrow('only_for_creator+');
  await expect(narrator.speak(line, forever)).rejects.toThrow('only_for_creator+');
  expect((await voices.list()).map(({ id }) => id)).toEqual(['one']);
  const sent = await post();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.subject).toBe('Voice two is off the list of voices');
  expect(sent[0]?.text).toContain('403 only_for_creator+');
});

test.each([
  ['names it', 'a voice with the id two was not found'],
  ['does not name it', '403 only_for_creator+'],
])(
  'of a take, the voice that is refused is off the list if the refusal %s',
  async (_how, words) => {
    const failure = new ProviderFailure('ElevenLabs', 'rejected', words, { subject: 'voice' });
    const { narrator, voices } = account([voice('one'), voice('two')], failure, 'two');
    await voices.list();
    const lines = ['one', 'two', 'one'].map((voiceId) => ({ voiceId, text: 'Hello.' }));
    await expect(narrator.speakTake({ lines }, forever)).rejects.toThrow(words);
    expect((await voices.list()).map(({ id }) => id)).toEqual(['one']);
  },
);

test('a line that is refused for another reason says nothing of its voice', async () => {
  const { narrator, voices } = account([voice('one')], refusal(undefined));
  await expect(narrator.speak({ voiceId: 'one', text: 'Hello.' }, forever)).rejects.toThrow('403');
  expect(await voices.list()).toHaveLength(1);
  expect(await post()).toEqual([]);
});

test('voices that end within 60 days are announced once, all in one email', async () => {
  const soon = Date.now() + 30 * day;
  const { look, voices } = account([
    voice('one', soon),
    voice('two', soon + day),
    voice('three', Date.now() + 61 * day),
    voice('four'),
  ]);
  await look();
  expect(await post()).toEqual([]);
  await voices.list();
  await Promise.all([look(), look()]);
  await look();
  const sent = await post();
  expect(sent.map((message) => message?.subject)).toEqual([
    '2 voices are going away within 60 days',
  ]);
  expect(sent[0]?.text).toContain(longDate(soon));
  expect(sent[0]?.text).not.toContain('three');
  expect(await voices.list()).toHaveLength(4);
});

test('an end that is put off is announced anew when it comes near again', async () => {
  const listed = [voice('one', Date.now() + 10 * day)];
  const { look, voices } = account(listed);
  await voices.list();
  await look();
  listed[0] = voice('one', Date.now() + 50 * day);
  await db.delete(voicesCache);
  await voices.list();
  await look();
  expect(await post()).toHaveLength(2);
});
