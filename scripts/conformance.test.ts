import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Express } from 'express';
import { describe, expect, test } from 'vitest';
import { localServers } from '../server/testing/localServer.ts';
import { rightSpeech } from '../server/testing/rightSpeech.ts';
import { standinForFile } from '../server/testing/standin.ts';
import { openaiStandin } from '../standins/openai/openai.ts';
import { failuresIn, resultsOf } from './conformance/check.ts';
import { usualTiming } from './conformance/speech/subject.ts';
import { holdNarrator } from './conformance/speech/suite.ts';
import { vendorFile } from './conformance/speech/vendors.ts';

const standin = standinForFile('openai', openaiStandin);
const openServer = localServers();

/** The invented server of docs/add-a-voice.md. */
function serveParrot(app: Express): void {
  const right = rightSpeech(standin.address);
  app.use((req, res, next) =>
    req.get('authorization') === 'Bearer seeds'
      ? next()
      : void res.status(401).send('No such key.'),
  );
  app.get('/voices', (_req, res) => {
    res.json([
      { name: 'af_heart', sex: 'female' },
      { name: 'am_adam', sex: 'male' },
    ]);
  });
  app.post('/say', async ({ body: { voice, text: input, speed } }, res) => {
    const body = { voice, input, speed, response_format: 'wav' };
    const { status, type, bytes } = await right.speak(body);
    res
      .status(status === 400 ? 404 : status)
      .type(type)
      .send(bytes);
  });
}

describe('docs/add-a-voice.md', () => {
  const file = 'scripts/conformance/exampleVoice.ts';
  const root = path.resolve(import.meta.dirname, '..');

  test('quotes the example vendor file as it is', async () => {
    const page = await readFile(path.join(root, 'docs/add-a-voice.md'), 'utf8');
    const [, quoted] = /```ts\n(.*?)```/s.exec(page) ?? [];
    expect(quoted).toBe(await readFile(path.join(root, file), 'utf8'));
  });

  test('leads to a vendor file that passes', async () => {
    const baseUrl = (await openServer(serveParrot)).replace('/v1', '');
    const subject = await vendorFile(path.join(root, file), { baseUrl, apiKey: 'seeds' });
    const timing = { ...usualTiming, patience: { ...usualTiming.patience, firstWait: 5 } };
    const results = await resultsOf((check) => holdNarrator(check, subject, timing));
    expect(failuresIn(results)).toEqual({});
  }, 120_000);
});

describe('the command', () => {
  const run = (...words: string[]) =>
    new Promise<{ code: number; said: string }>((resolve) => {
      const command = path.resolve(import.meta.dirname, 'conformance.ts');
      execFile(process.execPath, [command, ...words], (error, out, err) => {
        resolve({ code: Number(error?.code ?? 0), said: out + err });
      });
    });

  test('counts what has passed, and exits with 0 when that is all', async () => {
    const { baseUrl, apiKey } = standin.address;
    const account = ['--key', apiKey, '--model', 'gpt-6-luna'];
    const { code, said } = await run('script', baseUrl, ...account);
    expect(said).toContain('passed  streams its answer: ');
    expect([said.trim().split('\n').at(-1), code]).toEqual(['All 8 checks passed.', 0]);
  });

  test('exits with 1 when something failed, and says what to do about it', async () => {
    const { code, said } = await run('speech', 'http://127.0.0.1:9/v1');
    expect(said).toMatch(/failed {2}lists its voices: .*Is the server running there\?/);
    expect([said.trim().split('\n').at(-1), code]).toEqual(['1 of 1 checks failed.', 1]);
  });

  test.each([
    ['nothing', []],
    ['no address', ['speech']],
    ['what is no address', ['speech', 'kokoro']],
    ['no model', ['script', 'http://127.0.0.1:9/v1']],
    ['an unknown option', ['speech', 'http://127.0.0.1:9/v1', '--loud']],
  ])('exits with 2 when it is told %s', async (_what, words) => {
    const { code, said } = await run(...words);
    expect([code, said]).toEqual([2, expect.stringContaining('npm run conformance -- speech URL')]);
  });
});
