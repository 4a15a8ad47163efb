import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findQuote } from './quotes.ts';

const text = `The octopus has about 500 million neurons — more than a rat’s. It was non-toxic to humans
in 21,000 trials; she was “not able” to sleep at −5 degrees… Nobody knows why, and İzmir's keeper doesn't either.

章鱼有大约五亿个神经元，其中三分之二在腕足中。`;

describe('a quote', () => {
  it.each([
    ['with other white space', 'about  500\nmillion neurons', 'about 500 million neurons'],
    ['over a line break', 'to humans in 21,000 trials', 'to humans in 21,000 trials'],
    ['with a plain dash', 'neurons - more than a rat’s', 'neurons — more than a rat’s'],
    ['with plain marks', 'she was "not able" to sleep', 'she was “not able” to sleep'],
    ['in other case', 'THE OCTOPUS has About', 'The octopus has about'],
    ['with a minus sign', 'sleep at -5 degrees', 'sleep at −5 degrees'],
    ['in quotation marks', '“Nobody knows why, and…”', 'Nobody knows why, and'],
    ['after an ellipsis', '... nobody knows why', 'Nobody knows why'],
    ['with a full stop of its own', 'It was non-toxic to humans.', 'It was non-toxic to humans'],
    ['with a character that folds into two', "why, and İzmir's keeper", "why, and İzmir's keeper"],
    ['decomposed', "and I\u0307zmir's keeper doesn't", "and İzmir's keeper doesn't"],
    [
      'of a script without spaces',
      '有大约五亿个神经元，其中三分之二',
      '有大约五亿个神经元，其中三分之二',
    ],
  ])('%s is found as the document writes it', (_what, quote, found) => {
    expect(findQuote(text, quote)).toBe(found);
  });

  it.each([
    ['with a changed number', 'about 600 million neurons'],
    ['with a changed name', "İstanbul's keeper doesn't either"],
    ['that leaves words out', 'The octopus … million neurons'],
    ['that leaves words out with points', 'The octopus... million neurons'],
    ['over an ellipsis of the document', 'sleep at −5 degrees… Nobody knows'],
    ['that begins within a word', 'ctopus has about 500'],
    ['that ends within a word', 'about 500 million neur'],
    ['that cuts a prefix off', 'toxic to humans in 21,000 trials'],
    ['that ends before a hyphen', 'rat’s. It was non'],
    ['that begins within a number', '000 trials; she was'],
    ['that ends within a number', 'toxic to humans in 21'],
    ['that leaves a sign out', '5 degrees… Nobody'],
    ['that leaves "not" of "don\'t" out', "İzmir's keeper doesn"],
    ['of two words', 'million neurons'],
    ['of three words in few characters', 'to sleep at'],
    ['of nothing', ' … '],
  ])('%s is not found', (_what, quote) => {
    expect(findQuote(text, quote)).toBeNull();
  });

  it('is found at its second place if its words are cut at the first', () => {
    expect(
      findQuote('He broke the nonstop record. It was a stop record set.', 'stop record set'),
    ).toBe('stop record set');
  });

  it('is cut at a word after 400 characters', () => {
    const long = Array.from({ length: 99 }, (_, index) => `word${index}`).join(' ');
    const found = findQuote(`Before. ${long} after.`, long) ?? '';
    expect(found.length).toBeLessThanOrEqual(400);
    expect(found.length).toBeGreaterThan(390);
    expect(long.startsWith(`${found} `)).toBe(true);
    expect(findQuote('漢'.repeat(1_500), '漢'.repeat(600))).toBe('漢'.repeat(400));
  });

  it('of more than a thousand characters is none', () => {
    const long = 'more words '.repeat(100).trim();
    expect(findQuote(long, long)).toBeNull();
  });
});

const word = fc.stringMatching(/^[a-zäöéß]{2,9}$/);
const spaces = fc.array(fc.constantFrom(' ', '\n', '\n\n', ' \t ', '\u00a0'), { minLength: 60 });

/** The words of a document, some of them in a row, and the white space between words. */
const excerpt = fc.array(word, { minLength: 8, maxLength: 60 }).chain((all) =>
  fc.record({
    all: fc.constant(all),
    chosen: fc
      .tuple(fc.nat({ max: all.length - 5 }), fc.integer({ min: 5, max: 20 }))
      .map(([from, count]) => all.slice(from, from + count)),
    spaces,
  }),
);

const spread = (words: string[], between: string[]) =>
  words.map((one, index) => `${index ? between[index - 1] : ''}${one}`).join('');

it('words in a row are found whatever the white space, in the quote or in the document', () => {
  fc.assert(
    fc.property(excerpt, ({ all, chosen, spaces: between }) => {
      fc.pre(chosen.join(' ').length >= 12);
      const whole = chosen.join(' ');
      const found = findQuote(all.join(' '), spread(chosen, between)) ?? 'nothing';
      expect(`${whole} `.startsWith(`${found} `)).toBe(true);
      expect(found.length).toBeGreaterThanOrEqual(Math.min(whole.length, 390));
      expect(findQuote(spread(all, between), chosen.join(' '))).toBe(found);
    }),
  );
});

it('words of which one is not in the document are never found', () => {
  fc.assert(
    fc.property(excerpt, fc.nat(), word, ({ all, chosen }, at, other) => {
      fc.pre(!all.includes(other));
      const changed = chosen.with(at % chosen.length, other);
      expect(findQuote(all.join(' '), changed.join(' '))).toBeNull();
    }),
  );
});
