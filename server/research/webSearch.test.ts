import { describe, expect, test } from 'vitest';
import { openaiStandin } from '../../standins/openai/openai.ts';
import { standinForFile } from '../testing/standin.ts';
import type { SearchQuestion } from './research.ts';
import { openaiWebSearch } from './webSearch.ts';

const model = standinForFile('openai', openaiStandin);

const quick = {
  attempts: { busy: 2, broken: 2 },
  firstWait: 1,
  longestWait: 1_500,
  total: 10_000,
  idle: 10_000,
};
const { signal: never } = new AbortController();

type Bought = Parameters<NonNullable<SearchQuestion['onBought']>>[0];

/** What is found, and what it cost; `more` changes the question, `account` the access. */
async function search({ policy = quick, signal = never, ...account }: Partial<Options> = {}) {
  const bought: Bought[] = [];
  const question = { ...asked, onBought: (one: Bought) => bought.push(one) };
  const options = { ...model.address, model: 'gpt-6-luna', ...account };
  try {
    return { found: await openaiWebSearch(options, policy).find(question, signal), bought };
  } catch (error) {
    return { error, bought };
  }
}
interface Options {
  apiKey: string;
  baseUrl: string;
  model: string;
  policy: typeof quick;
  signal: AbortSignal;
}

const asked = {
  episode: 'e1',
  topic: 'What octopuses dream about',
  questions: ['How many neurons has an octopus?', 'How long does an octopus sleep?'],
  date: '25 November 2026',
};

describe('a search', () => {
  test('finds the pages that the answer cites, once each and without marks of the provider', async () => {
    const { found = [], bought } = await search();
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found.length).toBeLessThanOrEqual(10);
    expect(new Set(found).size).toBe(found.length);
    for (const address of found) {
      expect(address).toMatch(/\/standins\/web\/pages\/[\w-]+\/[\w-]+$/);
    }
    expect(bought).toHaveLength(1);
  });
});
