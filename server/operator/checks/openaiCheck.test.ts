import { expect, test } from 'vitest';
import { freshOpenai } from '../../../standins/openai/account.ts';
import { openaiStandin } from '../../../standins/openai/openai.ts';
import { standinForFile } from '../../testing/standin.ts';
import { openaiCheck } from './openaiCheck.ts';

const model = standinForFile('openai', openaiStandin);

const { signal } = new AbortController();

const usual = () => ({
  account: model.address,
  model: 'gpt-6-luna',
  moderation: true,
  search: false,
});

/** The troubles that are found; with `buy` also those that only money shows. */
async function troubles(buy: boolean, more: Partial<Parameters<typeof openaiCheck>[0]> = {}) {
  const settings = { ...usual(), ...more };
  const findings = await openaiCheck(settings, { buy, signal });
  return findings.flatMap(({ ok, sentence }) => (ok ? [] : [sentence]));
}
const bought = () => model.purchaseLog.read().filter(({ kind }) => kind === 'llm').length;

test('a project in order, strict or not, has no trouble, and only what may buy buys one section', async () => {
  model.accounts.write({ openai: { strict: true, models: ['gpt-6-luna', 'gpt-6.1-terra'] } });
  const before = bought();
  expect(await troubles(false)).toEqual([]);
  expect(bought()).toBe(before);
  expect(await troubles(true)).toEqual([]);
  expect(bought()).toBe(before + 1);
  expect(await troubles(true, { model: 'gpt-6.1-terra' })).toEqual([]);
});

test.each([
  ['a restricted key', { scopes: ['chat', 'models'] }, [/Moderations: Request/]],
  ['a key that may not list models', { scopes: ['chat', 'moderation'] }, [/Models: Read/]],
  ['an unverified organisation', { verified: false }, [/verify it at/]],
  ['no credit', { quota: 'spent' }, [/no credit/]],
  ['another model', { models: ['gpt-5-mini'] }, [/does not list gpt-6-luna/, /may not use gpt-6/]],
  ['a limit below one request', { tokensPerMinute: 50 }, [/limits are too low/]],
] as const)('%s is told in a sentence that says what to do', async (_what, openai, expected) => {
  model.accounts.write({ openai: structuredClone(openai) as typeof freshOpenai });
  const found = await troubles(true);
  expect(found).toHaveLength(expected.length);
  for (const [index, sentence] of found.entries()) expect(sentence).toMatch(expected[index] ?? '');
});

test('a fresh account’s troubles are all found without buying anything but one refused section', async () => {
  model.accounts.write({ openai: freshOpenai });
  const [listing, moderation, credit] = await troubles(true);
  expect(listing).toContain('Models: Read');
  expect(moderation).toContain('Moderations: Request');
  expect(credit).toContain('no credit');
});

test('a wrong key and a provider that is away are told apart, and said once', async () => {
  const account = { ...model.address, apiKey: 'sk-wrong' };
  expect(await troubles(true, { account, search: true })).toEqual([
    expect.stringContaining('set OPENAI_API_KEY'),
  ]);
  model.faults.write({ openai: { errorRate: 1, status: 503 } });
  expect(await troubles(false)).toEqual([expect.stringContaining('try again in a few minutes')]);
});

test('without moderation nothing is moderated, and an end of patience rejects with its reason', async () => {
  model.accounts.write({ openai: { scopes: ['chat', 'models'] } });
  expect(await troubles(true, { moderation: false })).toEqual([]);
  const reason = new Error('enough');
  const ended = openaiCheck(usual(), { buy: false, signal: AbortSignal.abort(reason) });
  await expect(ended).rejects.toBe(reason);
});

test('where episodes are read up on the web, what may buy searches it once', async () => {
  model.accounts.write({ openai: { strict: true } });
  const searches = () => model.purchaseLog.read().filter(({ kind }) => kind === 'search').length;
  const bought: { searches?: number }[] = [];
  const search = { search: true, onUsage: (usage: object) => void bought.push(usage) };
  const before = searches();
  expect(await troubles(false, search)).toEqual([]);
  expect(searches()).toBe(before);
  expect(await troubles(true, search)).toEqual([]);
  expect(searches()).toBe(before + 1);
  expect(bought.filter((usage) => usage.searches === 1)).toHaveLength(1);
});

test.each([
  ['finds nothing', { search: 'nothing' }, {}, /found nothing: .*RESEARCH=wikipedia/],
  ['fails', { search: 'error' }, {}, /try again in a few minutes/],
  ['is unknown', {}, { lacks: ['tools'] }, /cannot search the web here, .*RESEARCH=wikipedia/],
] as const)(
  'a search that %s is told apart from the rest',
  async (_what, faults, account, said) => {
    model.faults.write({ openai: faults });
    model.accounts.write({ openai: structuredClone(account) as { lacks?: string[] } });
    const found = await troubles(true, { search: true });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(said);
  },
);
