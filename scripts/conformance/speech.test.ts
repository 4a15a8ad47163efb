import { beforeAll, expect, test } from 'vitest';
import type { ProbedNarrator } from '../../server/sound/speech/speech.ts';
import { localServers } from '../../server/testing/localServer.ts';
import { type RightServer, rightSpeech } from '../../server/testing/rightSpeech.ts';
import { standinForFile } from '../../server/testing/standin.ts';
import {
  crowded,
  serveWrong,
  type WrongServer,
  wrongServers,
} from '../../server/testing/wrongSpeech.ts';
import { elevenlabsStandin } from '../../standins/elevenlabs/elevenlabs.ts';
import { openaiStandin } from '../../standins/openai/openai.ts';
import { failuresIn, resultsOf, type Timing } from './check.ts';
import { speakScene } from './speech/lines.ts';
import type { SpeechSubject, TrialAccount } from './speech/subject.ts';
import { holdNarrator } from './speech/suite.ts';
import { elevenlabs, speechServer } from './speech/vendors.ts';

const timing: Timing = {
  patience: {
    attempts: { busy: 3, broken: 2 },
    firstWait: 5,
    longestWait: 2_000,
    total: 15_000,
    idle: 15_000,
  },
  longest: 30_000,
};
const hurried = { ...timing, patience: { ...timing.patience, total: 300, idle: 300 } };

const standin = standinForFile('openai', openaiStandin);
const eleven = standinForFile('elevenlabs', elevenlabsStandin);
const openServer = localServers();
let right: RightServer;
beforeAll(() => {
  right = rightSpeech(standin.address);
});

const hold = (subject: SpeechSubject, at = timing) =>
  resultsOf((check) => holdNarrator(check, subject, at));
const account = { apiKey: null, concurrency: 2, patience: timing.patience };

test('OpenAI’s protocol passes in every format', async () => {
  const results = await hold(speechServer({ ...standin.address, model: 'kokoro' }));
  expect(failuresIn(results)).toEqual({});
  expect(results.map(({ name }) => name)).toEqual(speechChecks);
}, 120_000);

test('ElevenLabs passes', async () => {
  expect(failuresIn(await hold(elevenlabs(eleven.address)))).toEqual({});
}, 120_000);

test('a scene of a model that performs them has a clip for each line', async () => {
  const subject = elevenlabs({ ...eleven.address, model: 'eleven_v3' });
  const narrator = subject.open({ ...account, ...eleven.address, format: 'pcm_24000' });
  const [female, male] = await narrator.voices(AbortSignal.timeout(10_000));
  if (!female || !male) throw new Error('two voices are needed');
  const speaking = { subject, timing, format: 'pcm_24000', female, male, usual: 3 };
  const { seen } = await speakScene(speaking, AbortSignal.timeout(10_000));
  expect(seen).toMatch(/^Two lines of a scene took \d\.\d s and \d\.\d s\.$/);
});

test('a server that takes few calls at once passes, and it is said how often it was busy', async () => {
  const baseUrl = await openServer((app) => serveWrong(app, right, crowded(3)));
  const results = await hold(speechServer({ baseUrl, formats: ['wav'] }));
  expect(failuresIn(results)).toEqual({});
  const { sentence } = results.find(({ name }) => name === 'keeps order') ?? {};
  expect(sentence).toMatch(/the server said \d+ times that it was busy/);
});

test('a vendor file that takes whatever comes fails, wherever something else came', async () => {
  const baseUrl = await openServer((app) => serveWrong(app, right, {}));
  const subject = { ...speechServer({ baseUrl, formats: ['wav'] }), open: carelessly };
  const failures = failuresIn(await hold(subject));
  expect(Object.keys(failures)).toEqual([
    'refuses a voice it does not have',
    ...speechChecks.filter((name) => /^(?:notices|waits|can be)/.test(name)),
  ]);
  expect(failures['notices silence']).toMatch(/It was taken for the line/);
  expect(failures['can be stopped']).toMatch(/has to end at once/);
});

test.each(wrongServers)('a server that $what fails, and hears why', async (wrong) => {
  const baseUrl = await openServer((app) => serveWrong(app, right, wrong));
  const subject = speechServer({
    baseUrl,
    apiKey: 'sk-right',
    model: 'kokoro',
    formats: formatsFor(wrong),
  });
  const failures = failuresIn(
    await hold(subject, wrong.what === 'never answers' ? hurried : timing),
  );
  expect(Object.keys(failures)).toEqual(Object.keys(wrong.fails));
  for (const [name, sentence] of Object.entries(wrong.fails))
    expect(failures[name]).toMatch(sentence);
});

function carelessly(account: TrialAccount): ProbedNarrator {
  const careful = speechServer(account).open(account);
  return {
    ...careful,
    async speak({ voiceId, text: input, speed }) {
      const body = { model: 'kokoro', voice: voiceId.slice('speech:'.length), input, speed };
      const reply = await fetch(`${account.baseUrl}/audio/speech`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, response_format: 'wav' }),
      });
      const bytes = new Uint8Array(await reply.arrayBuffer());
      return {
        samples: new Int16Array(bytes.buffer.slice(0, bytes.length & ~1)),
        sampleRate: 24_000,
      };
    },
  };
}

const formatsFor = ({ fails }: WrongServer) =>
  'is as long in every format' in fails ? ['wav', 'pcm'] : ['wav'];

const speechChecks = [
  'lists its voices',
  'speaks wav',
  'speaks pcm',
  'speaks mp3',
  'is as long in every format',
  'has two hosts',
  'keeps order',
  'refuses a voice it does not have',
  'refuses a wrong key',
  'speaks a long line',
  'answers accents',
  'answers numbers and signs',
  'answers an emoji',
  'answers another script',
  'answers a line without a word',
  'varies its speed',
  'performs a scene',
  'notices a cut answer',
  'notices silence',
  'notices a page of HTML',
  'notices nothing at all',
  'waits after a 429',
  'can be stopped',
];
