import { json } from 'express';
import { expect, test } from 'vitest';
import { adam, elevenlabsForFile } from '../../testing/elevenlabsServer.ts';
import { text } from '../../testing/troubledStandin.ts';
import { billedCharacters } from './requestLine.ts';

/* What a line is asked for with, and what is recorded as bought. */

const production = elevenlabsForFile();

const forever = new AbortController().signal;

/** What one line was bought as. */
async function boughtWith(model: string, words = text): Promise<number[]> {
  const bought: number[] = [];
  const onBought = (characters: number) => void bought.push(characters);
  const utterance = { voiceId: adam, text: words, onBought };
  await production.narrator({ model }).speak(utterance, forever);
  return bought;
}

const models = ['eleven_v4', 'eleven_v4_turbo', 'eleven_v3', 'eleven_multilingual_v2'];
test.each([...models, 'eleven_flash_v2_5', 'eleven_turbo_v2_5'])(
  'a line of %s is bought as its characters, whatever credits they cost',
  async (model) => {
    expect(await boughtWith(model)).toEqual([text.length]);
    expect(await boughtWith(model, `${text}.`)).toEqual([text.length + 1]);
  },
);

test.each([
  ['eleven_v4', '[laughs] '.length],
  ['eleven_flash_v2_5', 0],
])('with %s the tag of a delivery is billed as %i characters', async (model, characters) => {
  const bought: number[] = [];
  const onBought = (cost: number) => void bought.push(cost);
  const line = { voiceId: adam, text, delivery: 'laughs', onBought } as const;
  await production.narrator({ model }).speak(line, forever);
  expect(bought).toEqual([text.length + characters]);
  expect(production.spoken()[0]).toHaveLength(text.length + characters);
});

test('in a take each line has the tag of its own delivery, and all are billed', async () => {
  const bought: number[] = [];
  const lines = [
    { voiceId: adam, text, delivery: 'sighs' },
    { voiceId: adam, text: 'Nobody at all.', delivery: null },
  ] as const;
  const take = { lines: [...lines], onBought: (cost: number) => void bought.push(cost) };
  await production.narrator({ model: 'eleven_v4' }).speakTake(take, forever);
  expect(production.spoken()).toEqual([`[sighs] ${text}`, 'Nobody at all.']);
  expect(bought).toEqual([production.spoken().join('').length]);
});

test('a voice at twice the rate is bought as twice the characters', async () => {
  production.accounts.write({ elevenlabs: { doubled: [adam] } });
  expect(await boughtWith('eleven_flash_v2_5')).toEqual([2 * text.length]);
  expect(await boughtWith('eleven_multilingual_v2')).toEqual([2 * text.length]);
});

test.each([
  ['no cost', {}],
  ['a cost that is no number', { 'character-cost': 'free' }],
  ['a cost below nothing', { 'character-cost': '-1' }],
  ['an empty cost', { 'character-cost': '' }],
])('an answer that names %s is bought as its characters', (_what, headers) => {
  expect(billedCharacters('eleven_flash_v2_5', text, new Headers(headers))).toBe(text.length);
});

test.each([
  [20, text.length],
  [2 * text.length, 2 * text.length],
])('a line of an unknown model that cost %i credits is bought as %i characters', (cost, bought) => {
  const headers = new Headers({ 'character-cost': String(cost) });
  expect(billedCharacters('eleven_v9', text, headers)).toBe(bought);
});

test('a sign that takes two places in our strings is one character of theirs', () => {
  const wave = 'Hi \u{1F44B}\u{1F44B}';
  const headers = new Headers({ 'character-cost': '5' });
  expect(billedCharacters('eleven_v3', wave, headers)).toBe(wave.length);
});

const around = { previous_text: 'Before.', next_text: 'After.' };
test.each<[string, object, string]>([
  ['eleven_flash_v2_5', around, ''],
  ['eleven_multilingual_v2', around, ''],
  ['eleven_v4_turbo', { ...around, language_code: 'en' }, '/en'],
  ['eleven_v3', { language_code: 'en' }, '/en'],
])('%s is asked only for what it takes', async (model, sent, suffix) => {
  const bodies: unknown[] = [];
  production.troubles.push((req, res, next) =>
    json()(req, res, () => {
      bodies.push(req.body);
      next();
    }),
  );
  const speaker = production.narrator({ model });
  const line = { voiceId: adam, text, previousText: 'Before.', nextText: () => 'After.' };
  await speaker.speak(line, forever);
  expect(bodies).toEqual([{ text, model_id: model, ...sent }]);
  // What is heard differs with what is sent, and stored clips are found by these settings.
  expect(speaker.settings).toBe(`127.0.0.1/${model}/pcm_24000${suffix}`);
});
