import { describe, expect, it } from 'vitest';
import { findQuote } from '../../server/reading/web/quotes.ts';
import injections from '../web/injections.json' with { type: 'json' };
import { longPage, webPages } from '../web/webPages.ts';
import { findFacts } from './findFacts.ts';

const textOf = ({ sections }: (typeof webPages)[number], more: string[] = []) =>
  sections
    .flatMap(({ heading, facts }) => [heading, facts.map(({ sentence }) => sentence).join(' ')])
    .concat(more)
    .filter(Boolean)
    .join('\n\n');
const read = (text: string, asked: object = {}) =>
  findFacts([
    { task: 'facts', topic: 'Bees', most: 12, ...asked },
    { title: 'T', text },
  ]).facts;
const quotesOf = (...args: Parameters<typeof read>) => read(...args).map(({ quote }) => quote);
const page = (name: string) => {
  const found = webPages.find(({ path }) => path.endsWith(name));
  if (!found) throw new Error(`there is no page ${name}`);
  return found;
};

describe('facts of a document', () => {
  it('are its own sentences, word for word and in its order', () => {
    for (const each of webPages) {
      const text = textOf(each);
      const quotes = quotesOf(text);
      for (const quote of quotes) expect(findQuote(text, quote)).toBe(quote);
      expect(quotes.map((quote) => text.indexOf(quote))).toEqual(
        quotes.map((quote) => text.indexOf(quote)).sort((one, other) => one - other),
      );
    }
  });

  it('are two sentences in a row where those are short, of one paragraph', () => {
    const [one, two] = [
      'Bees dance on the comb at night.',
      'They shiver with their flight muscles.',
    ];
    expect(quotesOf(`${one} ${two}`)).toEqual([`${one} ${two}`]);
    expect(quotesOf(`${one}\n\n${two}`)).toEqual([one, two]);
  });

  it('are as many as asked for, each once, spread over a long document', () => {
    const text = textOf(longPage);
    const quotes = quotesOf(text);
    expect(new Set(quotes).size).toBe(12);
    expect(text.indexOf(quotes[0] ?? '')).toBeLessThan(text.length / 6);
    expect(text.indexOf(quotes.at(-1) ?? '')).toBeGreaterThan((text.length * 5) / 6);
    expect(quotesOf(text, { most: 3 })).toHaveLength(3);
  });

  it('are those that speak of the topic and the questions, where there is a choice', () => {
    const text = textOf(longPage);
    const about = (topic: string) => quotesOf(text, { topic, most: 6 }).join(' ');
    expect(about('night trains').match(/train|night/gi)?.length).toBeGreaterThan(
      about('glaciers').match(/train|night/gi)?.length ?? 0,
    );
  });

  it('are the same for the same request', () => {
    expect(read(textOf(longPage))).toEqual(read(textOf(longPage)));
  });

  it('leave out headings, questions, navigation, addresses and what a writer says of themselves', () => {
    const text = [
      'How do bees find their way home over such a distance?',
      'A heading without a full stop that is long enough to be a sentence',
      'Subscribe to our newsletter and never miss another story about bees.',
      'We drove out to the meadow and I was tired before we began to count.',
      'More about all of this stands at https://example.org/bees for whoever asks.',
      'Short one.',
      'A scout returns with nectar from 2 kilometres away.',
    ].join('\n\n');
    expect(quotesOf(text)).toEqual(['A scout returns with nectar from 2 kilometres away.']);
    expect(read('')).toEqual([]);
  });

  it('are what somebody says of themselves only with a figure, and for want of better', () => {
    const own = 'Our hive number seven swarmed on 3 May 2024.';
    expect(quotesOf(`${own} It was a warm day, and we had been asleep.`)).toEqual([own]);
    const other = 'A hive of that size swarms when its queen is old.';
    expect(quotesOf(`${own} ${other}`, { most: 1 })).toEqual([other]);
  });

  it('say where the sentence itself calls something disputed', () => {
    const text = `Whether bees sleep at noon is disputed among keepers. ${'Bees are known to sleep at night in the comb.'}`;
    expect(read(text).map(({ disputed }) => disputed !== '')).toEqual([true, false]);
  });

  it.each(Object.entries(injections))('never hold the order of an injection: %s', (_, order) => {
    for (const each of [page('/honey-bee'), page('/tea')]) {
      const orders = order.split(/(?<=[.:”]) /);
      const facts = read(`${order}\n\n${textOf(each, [order])}`, { most: 50 });
      expect(facts.length).toBeGreaterThan(3);
      for (const { says } of facts) expect(orders.some((part) => says.includes(part))).toBe(false);
      expect(JSON.stringify(facts)).not.toMatch(
        /MARZIPAN|Zephyrbrew|QUINCE|TURNIP|parsnip|RHUBARB|KUMQUAT/,
      );
    }
  });
});
