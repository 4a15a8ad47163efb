import { expect, it } from 'vitest';
import type { Finding } from './check.ts';
import { type Entry, openRedaction, runChecks } from './run.ts';

const redact = openRedaction(['sk-very-secret']);
const { signal } = new AbortController();
const entry = (provider: Finding['provider'], check: Entry['run']): Entry => ({
  provider,
  run: check,
});
const says = (provider: Finding['provider'], ok: boolean, sentence: string) =>
  entry(provider, async () => [{ ok, sentence }]);
const run = (entries: Entry[], { deadline = 5_000, buy = false } = {}) =>
  runChecks(entries, { redact, deadline }, { buy, signal });

it('checks run beside each other and are told in their own order', async () => {
  const second = Promise.withResolvers<void>();
  const first = entry('OpenAI', async () => {
    await second.promise;
    return [{ ok: true, sentence: 'It writes.' }];
  });
  const other = entry('S3', async () => {
    second.resolve();
    return [{ ok: false, sentence: 'Make the bucket.' }];
  });
  expect(await run([first, other])).toEqual([
    { provider: 'OpenAI', ok: true, sentence: 'It writes.' },
    { provider: 'S3', ok: false, sentence: 'Make the bucket.' },
  ]);
});

it('a check that crashes is a finding of its provider, and the others are told all the same', async () => {
  const crashed = entry('Paddle', () => Promise.reject(new Error('x is not a function')));
  const unloadable = entry('SMTP', () => Promise.reject(new Error('no such file')));
  const findings = await run([crashed, unloadable, says('S3', true, 'It keeps files.')]);
  expect(findings).toEqual([
    { provider: 'Paddle', ok: false, sentence: expect.stringContaining('x is not a function') },
    { provider: 'SMTP', ok: false, sentence: expect.stringContaining('no such file') },
    { provider: 'S3', ok: true, sentence: 'It keeps files.' },
  ]);
});

it('a check that never ends is late, even where it does not heed its signal', async () => {
  const deaf = entry('ElevenLabs', () => new Promise(() => {}));
  const findings = await run([deaf, says('S3', true, 'It keeps files.')], { deadline: 50 });
  expect(findings).toMatchObject([
    { provider: 'ElevenLabs', ok: false, sentence: expect.stringContaining('did not answer') },
    { ok: true },
  ]);
});

it('no secret is told, neither by a finding nor by a crash, however it is written', async () => {
  const base64 = Buffer.from('sk-very-secret').toString('base64');
  const findings = await run([
    says('OpenAI', false, 'Incorrect API key provided: sk-very-secret.'),
    says('SMTP', false, `Basic ${base64} was refused.`),
    entry('S3', () => Promise.reject(new Error('at https://a:sk-very-secret@host'))),
  ]);
  const reported = JSON.stringify(findings);
  expect(reported).not.toContain('sk-very-secret');
  expect(reported).not.toContain(base64);
  expect(findings[0]?.sentence).toBe('Incorrect API key provided: ….');
});

it('each check is told whether it may buy', async () => {
  const received: boolean[] = [];
  const listening = entry('OpenAI', async ({ buy }) => {
    received.push(buy);
    return [];
  });
  await run([listening]);
  await run([listening], { buy: true });
  expect(received).toEqual([false, true]);
});

it('a caller who gives up hears their own reason, at once', async () => {
  const caller = new AbortController();
  const begun = Promise.withResolvers<void>();
  const deaf = entry('OpenAI', () => {
    begun.resolve();
    return new Promise(() => {});
  });
  const running = runChecks(
    [deaf],
    { redact, deadline: 60_000 },
    { buy: false, signal: caller.signal },
  );
  await begun.promise;
  caller.abort(new Error('we close'));
  await expect(running).rejects.toThrow('we close');
});
