import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '../../base/db/openDatabase.ts';
import { voiceStates, voicesCache } from '../../base/db/tables.ts';
import type { Storage } from '../../base/files/storage.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Clip, Narrator, ProviderVoice } from '../../sound/speech/speech.ts';
import { eventually } from '../../testing/eventually.ts';
import { lineByLine } from '../../testing/lineByLine.ts';
import { testDatabase } from '../../testing/postgres.ts';
import { openVoices } from './catalogue.ts';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(voicesCache);
  await database.db.delete(voiceStates);
});

const brian: ProviderVoice = {
  id: 'nPczCjzI2devNBz1zQrb',
  name: 'Brian',
  labels: { gender: 'male', accent: 'american' },
  description: 'whatever the provider says',
  category: 'premade',
  rate: 1,
  endsAt: null,
};
const stranger: ProviderVoice = {
  id: 'stranger',
  name: 'Aino - Nordic calm',
  labels: { gender: 'female', accent: 'finnish', descriptive: 'calm', use_case: 'social_media' },
  description: 'A calm voice from Turku. Recorded in winter.',
  category: 'cloned',
  rate: 1,
  endsAt: null,
};

/** A provider that counts what it is asked; `down` makes it fail. */
function provider(voices: ProviderVoice[] = [brian, stranger]) {
  const asked = { voices: 0, lines: [] as string[] };
  const clip: Clip = {
    samples: Int16Array.from({ length: 100 }, (_, at) => at),
    sampleRate: 24_000,
  };
  /** No line is finished before `hold` resolves. */
  const state = { voices, down: false, hold: Promise.resolve() };
  const failIfDown = () => {
    if (state.down) throw new ProviderFailure('ElevenLabs', 'busy', 'out of reach');
  };
  const narrator: Narrator = {
    ...lineByLine,
    model: 'model',
    settings: 'here/model/pcm_24000',
    async voices() {
      asked.voices += 1;
      failIfDown();
      return state.voices;
    },
    async speak({ text }) {
      asked.lines.push(text);
      await state.hold;
      failIfDown();
      return clip;
    },
  };
  return { narrator, asked, state, clip };
}

/** A bucket in memory. */
function bucket(): Storage & { keys(): string[] } {
  const objects = new Map<string, { body: Buffer; contentType: string }>();
  const head = (key: string) => {
    const object = objects.get(key);
    return object ? { bytes: object.body.length, contentType: object.contentType } : null;
  };
  return {
    provider: 'S3',
    put: async (key, body, contentType) => void objects.set(key, { body, contentType }),
    putFile: () => Promise.reject(new Error('not needed')),
    get: async (key) => objects.get(key)?.body ?? null,
    head: async (key) => head(key),
    remove: async (keys) => keys.forEach((key) => void objects.delete(key)),
    link: async (key) => `memory:${key}`,
    keys: () => [...objects.keys()],
  };
}

function production(account = provider(), storage = bucket()) {
  const encoded: Clip[] = [];
  const audio = {
    async encode(clip: Clip) {
      encoded.push(clip);
      return Buffer.from('an mp3');
    },
  };
  const { narrator } = account;
  const open = ({ onlyWithSample = false } = {}) =>
    openVoices({ db: database.db, narrator, storage, audio, onlyWithSample });
  return { ...account, storage, encoded, voices: open(), open };
}

const forever = new AbortController().signal;
const names = async (voices: { list(): Promise<{ name: string }[]> }) =>
  (await voices.list()).map((voice) => voice.name);
const ageCache = () =>
  database.db.update(voicesCache).set({ fetchedAt: sql`now() - interval '7 hours'` });

test('a known voice is described in our words, a new one by its labels', async () => {
  const { voices } = production();
  expect(await voices.find(brian.id)).toEqual({
    id: brian.id,
    name: 'Brian',
    gender: 'Male',
    accent: 'American',
    tags: ['Deep', 'Comforting', 'Narrative'],
    description: expect.not.stringContaining('provider'),
    thumbnailUrl: `/api/voices/${brian.id}/avatar.svg`,
    sampleAudioUrl: `/api/voices/${brian.id}/sample.mp3`,
    quality: 'Premium',
  });
  expect(await voices.find('stranger')).toMatchObject({
    name: 'Aino',
    gender: 'Female',
    accent: 'Finnish',
    tags: ['Calm', 'Social media'],
    description: 'A calm voice from Turku.',
    quality: 'Standard',
  });
  expect(await voices.find('nobody')).toBeNull();
});

test('the voice list is fetched once for all instances, however many visitors come', async () => {
  const { voices, open, asked } = production();
  await Promise.all([voices.list(), voices.list(), voices.find(brian.id)]);
  expect(await names(open())).toEqual(['Aino', 'Brian']);
  expect(asked.voices).toBe(1);
});

test('an old voice list is shown at once and refreshed in the background', async () => {
  const { voices, state, asked } = production();
  await voices.list();
  await ageCache();
  state.voices = [brian];
  expect(await names(voices)).toEqual(['Aino', 'Brian']);
  await eventually('the list is new', async () => (await names(voices)).length === 1);
  expect(asked.voices).toBe(2);
});

test('the last voice list is shown while the provider is unreachable, however old it is', async () => {
  const { voices, state, asked } = production();
  await voices.list();
  await ageCache();
  state.down = true;
  expect(await names(voices)).toEqual(['Aino', 'Brian']);
  await eventually('the provider was asked', async () => asked.voices === 2);
  expect(await names(voices)).toEqual(['Aino', 'Brian']);
  expect(asked.voices).toBe(2);
});

test.each([
  ['was never reached', [brian], true],
  ['has no voices', [], false],
])('when the provider %s, no voice is for sale', async (_what, list, down) => {
  const { voices, state } = production(provider(list));
  state.down = down;
  expect(await voices.list()).toEqual([]);
  expect(await voices.find(brian.id)).toBeNull();
});

test('an account that lists no voices any more sells none, and one of today within a minute', async () => {
  const { voices, state, asked } = production();
  await voices.list();
  await ageCache();
  state.voices = [];
  await voices.list();
  await eventually('the empty list is known', async () => !(await voices.list()).length);
  state.voices = [brian];
  expect(await names(voices)).toEqual([]);
  expect(asked.voices).toBe(2);
  await database.db.update(voicesCache).set({ fetchedAt: sql`now() - interval '61 seconds'` });
  await eventually('the voice is listed', async () => (await names(voices)).length === 1);
});

test.each([
  ['costs double', { rate: 2 }],
  ['has ended', { endsAt: Date.now() - 1 }],
  ['speaks Spanish', { labels: { gender: 'female', language: 'es' } }],
  ['is neither male nor female', { labels: { gender: 'neutral', language: 'en' } }],
  ['has no gender', { labels: {} }],
])('a voice that %s is not for sale', async (_what, other) => {
  const { voices } = production(provider([brian, { ...stranger, ...other }]));
  expect(await names(voices)).toEqual(['Brian']);
});

test('beside a real account only voices whose sample is stored are for sale', async () => {
  const { voices, open, asked } = production();
  const strict = open({ onlyWithSample: true });
  expect(await strict.list()).toEqual([]);
  expect(await strict.sampleMp3(brian.id)).toBeNull();
  expect(asked.lines).toEqual([]);
  await voices.sample(brian.id, 'Brian', forever);
  expect(await names(strict)).toEqual(['Brian']);
});

test('a voice heard under other settings has to be heard anew', async () => {
  const { voices, narrator, storage } = production();
  await voices.sample(brian.id, 'Brian', forever);
  const other = { ...narrator, settings: 'here/better/pcm_24000' };
  const audio = { encode: async () => Buffer.from('an mp3') };
  const better = openVoices({
    db: database.db,
    narrator: other,
    storage,
    audio,
    onlyWithSample: true,
  });
  expect(await better.list()).toEqual([]);
  await better.sample(brian.id, 'Brian', forever);
  expect(await names(better)).toEqual(['Brian']);
});

test('a cached voice list that cannot be read is fetched again', async () => {
  const { voices, narrator } = production();
  const provider = narrator.settings;
  await database.db.insert(voicesCache).values({ provider, voices: [{ id: 7 }] });
  expect(await names(voices)).toEqual(['Aino', 'Brian']);
  const [row] = await database.db
    .select()
    .from(voicesCache)
    .where(eq(voicesCache.provider, provider));
  expect(row?.voices).toHaveLength(2);
});

test('a voice sample is bought only once, whoever asks and whenever', async () => {
  const { voices, open, asked, encoded, storage, clip } = production();
  const [sample, again, sound] = await Promise.all([
    voices.sample(brian.id, 'Brian', forever),
    voices.sample(brian.id, 'Brian', forever),
    voices.sampleMp3(brian.id),
  ]);
  expect(sample).toEqual({ clip, text: expect.stringContaining('Brian') });
  expect(again).toEqual(sample);
  expect(sound?.toString()).toBe('an mp3');
  expect((await open().sample(brian.id, 'Brian', forever)).clip).toEqual(clip);
  expect(await open().sampleMp3(brian.id)).toEqual(sound);
  expect(asked.lines).toEqual([sample.text]);
  expect(encoded).toHaveLength(1);
  expect(storage.keys().map((key) => key.replace(/[0-9a-f]{64}/, 'hash'))).toEqual([
    'samples/hash.wav',
    'samples/hash.mp3',
  ]);
});

test('the sample of a voice that has left the list is found by its old name', async () => {
  const { voices, asked, state, clip } = production();
  const { name } = (await voices.find(brian.id)) ?? { name: '' };
  await voices.sampleMp3(brian.id);
  state.voices = [stranger];
  await database.db.delete(voicesCache);
  expect(await voices.find(brian.id)).toBeNull();
  expect((await voices.sample(brian.id, name, forever)).clip).toEqual(clip);
  expect(asked.lines).toHaveLength(1);
});

test('samples of different providers are stored apart', async () => {
  const storage = bucket();
  const other = provider();
  const elsewhere = {
    ...other,
    narrator: { ...other.narrator, settings: 'there/model/pcm_24000' },
  };
  await production(provider(), storage).voices.sample(brian.id, 'Brian', forever);
  await production(elsewhere, storage).voices.sample(brian.id, 'Brian', forever);
  expect(storage.keys()).toHaveLength(2);
});

test('a caller who stops waiting for a sample is released, and the others still get it', async () => {
  const { voices, asked, clip, state } = production();
  const { promise, resolve: spoken } = Promise.withResolvers<void>();
  state.hold = promise;
  const impatient = new AbortController();
  const left = voices.sample(brian.id, 'Brian', impatient.signal);
  const stayed = voices.sample(brian.id, 'Brian', forever);
  await eventually('it is being spoken', async () => asked.lines.length === 1);
  impatient.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  spoken();
  expect((await stayed).clip).toEqual(clip);
});

test('a sample that failed is made again on the next request', async () => {
  const { voices, state, clip } = production();
  await voices.list();
  state.down = true;
  await expect(voices.sampleMp3(brian.id)).rejects.toThrow('out of reach');
  state.down = false;
  expect((await voices.sample(brian.id, 'Brian', forever)).clip).toEqual(clip);
});

test('an unknown voice has no sample, and none is bought', async () => {
  const { voices, asked } = production();
  expect(await voices.sampleMp3('nobody')).toBeNull();
  expect(asked.lines).toEqual([]);
});
