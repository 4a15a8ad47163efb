import { json } from 'express';
import { expect, test } from 'vitest';
import { adam, elevenlabsForFile, refusal } from '../../testing/elevenlabsServer.ts';
import { eventually } from '../../testing/eventually.ts';
import { cutInHalf, failureOf, hang, text } from '../../testing/troubledStandin.ts';
import { openElevenlabs } from './openElevenlabs.ts';

const production = elevenlabsForFile();

const forever = new AbortController().signal;

test('a line is charged once, and the lines around it are not', async () => {
  const before = production.purchaseLog.read().length;
  const utterance = { voiceId: adam, text, previousText: 'Before.', nextText: () => 'After.' };
  const clip = await production.narrator().speak(utterance, forever);
  expect(clip.sampleRate).toBe(24_000);
  expect(clip.samples.length / clip.sampleRate).toBeGreaterThan(2);
  const charged = production.purchaseLog.read().slice(before);
  expect(charged).toMatchObject([{ kind: 'speech', voiceId: adam, text }]);
});

test("the account's voices are listed with their labels", async () => {
  const voices = await production.narrator().voices(forever);
  expect(voices).toHaveLength(66);
  expect(voices.find((voice) => voice.id === adam)).toMatchObject({
    name: 'Adam',
    category: 'premade',
    labels: { gender: 'male', accent: 'american' },
  });
});

test('the settings name differs by provider, model and format, and what it cannot read is refused', () => {
  const names = [
    production.narrator(),
    production.narrator({ baseUrl: null }),
    production.narrator({ model: 'eleven_v3' }),
    production.narrator({ outputFormat: 'pcm_44100' }),
  ].map((one) => one.settings);
  expect(new Set(names).size).toBe(4);
  expect(() => production.narrator({ outputFormat: 'opus_48000_64' })).toThrow('opus_48000_64');
  const deaf = openElevenlabs({ ...production.address, concurrency: 1 });
  expect(() => deaf.narrator({ speech: 'm', format: 'mp3_44100_128' })).toThrow(
    'mp3_44100_128 needs a decoder',
  );
});

test.each(['mp3_44100_128', 'mp3_44100_192', 'pcm_44100'])(
  'a line spoken as %s is the line at 44.1 kHz',
  async (outputFormat) => {
    const clip = await production
      .narrator({ outputFormat })
      .speak({ voiceId: adam, text }, forever);
    expect(clip.sampleRate).toBe(44_100);
    const [entry] = production.purchaseLog.read().slice(-1);
    const milliseconds = (clip.samples.length / 44_100) * 1000;
    expect(entry?.kind === 'speech' && entry.milliseconds).toBeCloseTo(milliseconds, -1);
  },
);

test('an MP3 that arrives cut is broken and asked for again, though its head says it is whole', async () => {
  const bought: boolean[] = [];
  const onBought = (_characters: number, good: boolean) => void bought.push(good);
  const speaker = production.narrator({ outputFormat: 'mp3_44100_128' });
  production.troubles.push(cutInHalf);
  const clip = await speaker.speak({ voiceId: adam, text, onBought }, forever);
  expect(bought).toEqual([false, true]);
  expect(clip.samples.length / clip.sampleRate).toBeGreaterThan(2);
  production.troubles.push(cutInHalf, cutInHalf, cutInHalf);
  expect(await failureOf(speaker.speak({ voiceId: adam, text }, forever))).toBe('broken');
});

test('a take in MP3 is cut into the lines that were asked for', async () => {
  const speaker = production.narrator({ model: 'eleven_v4', outputFormat: 'mp3_44100_128' });
  const lines = [text, 'Really?', text].map((words) => ({ voiceId: adam, text: words }));
  const clips = await speaker.speakTake({ lines }, forever);
  const seconds = clips.map(({ samples, sampleRate }) => samples.length / sampleRate);
  const spoken = production.purchaseLog.read().slice(-3);
  for (const [at, entry] of spoken.entries()) {
    const own = entry.kind === 'speech' ? entry.milliseconds / 1000 : Number.NaN;
    // Each has half of the silence before and after it.
    expect(seconds[at]).toBeGreaterThan(own - 0.05);
    expect(seconds[at]).toBeLessThan(own + 0.45);
  }
});

test('takes are for the models that perform them', () => {
  const longest = (model: string) => production.narrator({ model }).longestTake;
  expect(['eleven_v3', 'eleven_v4', 'eleven_v4_turbo'].map(longest)).toEqual([2000, 2000, 2000]);
  expect(['eleven_flash_v2_5', 'eleven_multilingual_v2', 'eleven_v9'].map(longest)).toEqual([
    null,
    null,
    null,
  ]);
});

test('a machine that cannot decode is no fault of ElevenLabs, and the line is not bought again', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC', syscall: 'write' });
  const decode = () => Promise.reject(full);
  const speaker = production.narrator({ outputFormat: 'mp3_44100_128', decode });
  await expect(speaker.speak({ voiceId: adam, text }, forever)).rejects.toBe(full);
  expect(production.spoken()).toEqual([text]);
});

test('an unknown voice is reported as rejected', async () => {
  const nobody = production.narrator().speak({ voiceId: 'nobody', text }, forever);
  expect(await failureOf(nobody)).toBe('rejected');
});

test('an unreachable provider is reported as busy', async () => {
  const nowhere = production.narrator({ baseUrl: 'http://127.0.0.1:9' });
  expect(await failureOf(nowhere.voices(forever))).toBe('busy');
});

test('the next line is sent if it is known when a call starts, and each purchase is reported', async () => {
  const [first, second] = ['The first line of two.', 'And here is the second one.'];
  const speaker = production.narrator({ concurrency: 1 });
  let known: string | undefined;
  const bodies: unknown[] = [];
  const bought: [number, boolean][] = [];
  const onBought = (characters: number, good: boolean) => void bought.push([characters, good]);
  production.troubles.push(
    (_req, _res, next) => next(),
    (req, _res, next) => {
      json()(req, _res, () => {
        bodies.push(req.body);
        next();
      });
    },
  );
  const nextText = () => known;
  const lines = [
    speaker.speak({ voiceId: adam, text: first, onBought }, forever),
    speaker.speak({ voiceId: adam, text: second, nextText, onBought }, forever),
  ];
  known = 'What was written meanwhile.';
  await Promise.all(lines);
  expect(bodies).toMatchObject([{ text: second, next_text: known }]);
  expect(bought).toEqual([
    [first.length, true],
    [second.length, true],
  ]);
});

test('nothing is bought when the check before a purchase fails', async () => {
  const beforeBuying = () => Promise.reject(new Error('the purse is empty'));
  const line = production.narrator().speak({ voiceId: adam, text, beforeBuying }, forever);
  await expect(line).rejects.toThrow('the purse is empty');
  expect(production.seen.requests).toBe(0);
});

test('episodes take turns: a line does not wait for all six of another episode', async () => {
  const speaker = production.narrator({ concurrency: 1 });
  const long = Array.from({ length: 6 }, (_, at) => `Line ${at} of a long story, told in full.`);
  const calls = [
    ...long.map((line) => speaker.speak({ voiceId: adam, text: line, episode: 'a' }, forever)),
    speaker.speak({ voiceId: adam, text, episode: 'b' }, forever),
    speaker.speak({ voiceId: adam, text: 'A sample that somebody waits for.' }, forever),
  ];
  await Promise.all(calls);
  const order = production.spoken();
  expect(order.indexOf(text)).toBe(2);
  expect(order.indexOf('A sample that somebody waits for.')).toBe(3);
});

test('calls in flight stay within the limit, and every line is bought once', async () => {
  const lines = Array.from(
    { length: 9 },
    (_, at) => `Line ${'abcdefghi'[at]}, with a few words more.`,
  );
  const speaker = production.narrator({ concurrency: 2 });
  await Promise.all(lines.map((line) => speaker.speak({ voiceId: adam, text: line }, forever)));
  expect(production.seen.crowd).toBe(2);
  expect(production.spoken().sort()).toEqual(lines);
});

test('an aborted call ends at once, whether in flight, waiting or pausing before a retry', async () => {
  production.troubles.push(hang);
  const speaker = production.narrator({ concurrency: 1 });
  const controller = new AbortController();
  const calls = [1, 2].map(() => speaker.speak({ voiceId: adam, text }, controller.signal));
  await eventually('the first call is out', async () => production.seen.requests === 1);
  controller.abort(new Error('stopped'));
  await Promise.all(calls.map((call) => expect(call).rejects.toThrow('stopped')));
  await eventually('the connection is closed', async () => production.seen.inFlight === 0);

  production.troubles.push(refusal(429, 'system_busy', { 'retry-after': '2' }));
  const tired = new AbortController();
  const resting = speaker.speak({ voiceId: adam, text }, tired.signal);
  await eventually(
    'the second call was refused',
    async () => production.seen.requests === 2 && production.seen.inFlight === 0,
  );
  tired.abort(new Error('stopped'));
  await expect(resting).rejects.toThrow();
  expect(production.seen.requests).toBe(2);
});

test('a speed changes how long a line takes, where the model obeys it, and is nowhere refused', async () => {
  const secondsAt = async (speed: number, model?: string) => {
    const speaker = production.narrator(model ? { model } : {});
    const { samples, sampleRate } = await speaker.speak({ voiceId: adam, text, speed }, forever);
    return { seconds: samples.length / sampleRate, variesSpeed: speaker.variesSpeed };
  };
  const [slow, usual, quick] = [await secondsAt(0.9), await secondsAt(1), await secondsAt(1.1)];
  expect(slow.variesSpeed).toBe(true);
  expect(slow.seconds / usual.seconds).toBeCloseTo(1 / 0.9, 1);
  expect(quick.seconds / usual.seconds).toBeCloseTo(1 / 1.1, 1);
  const [calm, plain] = [await secondsAt(0.9, 'eleven_v4'), await secondsAt(1, 'eleven_v4')];
  expect(calm).toEqual({ seconds: plain.seconds, variesSpeed: false });
});
