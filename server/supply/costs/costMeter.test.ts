import { expect, it } from 'vitest';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { adam, elevenlabsForFile } from '../../testing/elevenlabsServer.ts';
import { standinForFile } from '../../testing/standin.ts';
import { heart, speechServerForFile } from '../../testing/testSpeechServer.ts';
import { text } from '../../testing/troubledStandin.ts';
import { openaiWriter } from '../../writing/writer/openaiWriter.ts';
import { meteredNarrator, meteredWriter } from './costMeter.ts';
import type { Purchase } from './prices.ts';

const production = elevenlabsForFile();
const server = speechServerForFile();
const model = standinForFile('openai', openaiStandin);

/** What one line is on the bill for. */
async function billOf(): Promise<Purchase[]> {
  const bill: Purchase[] = [];
  const narrator = meteredNarrator(
    production.narrator(),
    async (purchase) => void bill.push(purchase),
  );
  await narrator.speak({ voiceId: adam, text }, new AbortController().signal);
  return bill;
}

it('a line is on the bill for what ElevenLabs billed: twice as much at twice the rate', async () => {
  expect(await billOf()).toMatchObject([
    { provider: 'ElevenLabs', model: 'eleven_flash_v2_5', characters: text.length },
  ]);
  production.accounts.write({ elevenlabs: { doubled: [adam] } });
  expect(await billOf()).toMatchObject([
    { provider: 'ElevenLabs', model: 'eleven_flash_v2_5', characters: 2 * text.length },
  ]);
});

it('a line of a speech server is on its own bill, with the seconds that it lasts', async () => {
  const bill: Purchase[] = [];
  const narrator = meteredNarrator(server.narrator(), async (purchase) => void bill.push(purchase));
  const { samples, sampleRate } = await narrator.speak(
    { voiceId: heart, text },
    new AbortController().signal,
  );
  const seconds = samples.length / sampleRate;
  expect(bill).toEqual([
    { provider: 'Speech server', model: 'kokoro', characters: text.length, seconds },
  ]);
});

it('a take is on the bill once, for the characters of all its lines', async () => {
  const bill: Purchase[] = [];
  const narrator = meteredNarrator(
    production.narrator({ model: 'eleven_v4_turbo' }),
    async (purchase) => void bill.push(purchase),
  );
  const lines = [text, 'Really?'].map((words) => ({ voiceId: adam, text: words }));
  await narrator.speakTake({ lines }, new AbortController().signal);
  const characters = text.length + 'Really?'.length;
  expect(bill).toMatchObject([{ provider: 'ElevenLabs', model: 'eleven_v4_turbo', characters }]);
});

it('a cold open is on the bill once it is over', async () => {
  const bill: Purchase[] = [];
  const writer = meteredWriter(
    openaiWriter({ ...model.address, model: 'gpt-6-luna' }),
    async (purchase) => void bill.push(purchase),
  );
  const order = { topic: 'Tea', tone: 'Calm', style: 'Interview', minutes: 10 };
  const spec = { ...order, episode: 'opening', hostA: 'Ann', hostB: 'Ben' };
  for await (const _ of writer.open(spec, new AbortController().signal));
  const [call] = model.purchaseLog.read().filter(({ kind }) => kind === 'llm');
  expect(bill).toMatchObject([{ provider: 'OpenAI', model: 'gpt-6-luna' }]);
  expect(call).toMatchObject({ call: 'opening', inputTokens: bill[0]?.inputTokens });
});
