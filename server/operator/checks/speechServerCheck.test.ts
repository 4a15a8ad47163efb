import { expect, test } from 'vitest';
import { localServers } from '../../testing/localServer.ts';
import { narratorAt, speechServerForFile } from '../../testing/testSpeechServer.ts';
import { speechServerCheck } from './speechServerCheck.ts';

const standin = speechServerForFile();
const serve = localServers();
type Options = Parameters<typeof narratorAt>[0];

/** What the check finds, and what it bought. */
async function check(over: Partial<Options> = {}, buy = false) {
  const bought: [characters: number, seconds: number][] = [];
  const settings = {
    narrator: narratorAt({ ...standin.address, patience: { attempts: {} }, ...over }),
    onBought: (...cost: [characters: number, seconds: number]) => bought.push(cost),
  };
  const { signal } = new AbortController();
  const findings = await speechServerCheck(settings, { buy, signal });
  return { findings, bought };
}

test('a server in order has voices for two hosts, and nothing is bought unless it is asked for', async () => {
  const { findings, bought } = await check();
  expect(findings).toEqual([{ ok: true, sentence: '12 of its 13 voices can be hosts.' }]);
  expect(bought).toEqual([]);
});

test('with leave to buy a voice speaks one sentence, and what it cost is told', async () => {
  const { findings, bought } = await check({}, true);
  expect(findings[1]?.sentence).toMatch(/^\w+ speaks: \d\.\d seconds with kokoro\.$/);
  const [[characters, seconds] = [0, 0]] = bought;
  expect(characters).toBeGreaterThan(20);
  expect(seconds).toBeGreaterThan(1);
});

test.each<[string, () => Promise<Partial<Options>>, RegExp]>([
  [
    'that is not there',
    async () => ({ baseUrl: 'http://127.0.0.1:9/v1' }),
    /^It does not answer as it should: is it running, and is SPEECH_BASE_URL right\?/,
  ],
  [
    'whose key is wrong',
    async () => ({ apiKey: 'sk-of-somebody-else' }),
    /^It refuses us: check SPEECH_BASE_URL, SPEECH_API_KEY/,
  ],
  [
    'of one voice',
    async () => ({
      baseUrl: await serve((app) =>
        app.get('/v1/audio/voices', (_req, res) => void res.json({ voices: ['af_heart'] })),
      ),
    }),
    /^1 of its 1 voices can be hosts, and an episode needs two: it lists no more\. Name them in SPEECH_VOICES\.$/,
  ],
  [
    'whose voices are neither male nor female',
    async () => ({
      baseUrl: await serve((app) =>
        app.get('/v1/audio/voices', (_req, res) => void res.json({ voices: ['amy', 'ryan'] })),
      ),
    }),
    /^0 of its 2 voices can be hosts, .* known to be male or female\. Name them in SPEECH_VOICES\.$/,
  ],
])('a server %s is not in order, and the sentence says what to do', async (_what, over, said) => {
  const { findings } = await check(await over());
  expect(findings).toHaveLength(1);
  expect(findings[0]?.ok).toBe(false);
  expect(findings[0]?.sentence).toMatch(said);
});
