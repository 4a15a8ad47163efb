import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineAcceptor } from './acceptLines.ts';
import { cleanText, isForUs } from './cleanText.ts';
import { sentencesOf } from './repetition.ts';

/*
 * `corpus/talk.txt` is ordinary talk that is easily mistaken for a model's chatter; `corpus/chatter.txt`
 * is what models write around a script. Whatever changes in the cleaner, it has to tell them apart.
 */

const hosts = { A: 'Rachel', B: 'Adam' };
const read = (name: string) => readFileSync(new URL(`corpus/${name}.txt`, import.meta.url), 'utf8');

const talks = read('talk')
  .split(/^# .*$/m)
  .map((talk) =>
    [...talk.matchAll(/^([AB]): (.+)$/gm)].map(([, speaker = '', text = '']) => ({
      speaker,
      text,
    })),
  );
const sentences = talks.flat().flatMap(({ text }) => sentencesOf(text)).length;
const chatter = read('chatter').split('\n').filter(Boolean);

test('the corpus is large', () => {
  expect(sentences).toBeGreaterThan(700);
  expect(new Set(chatter).size).toBeGreaterThan(80);
});

test('of each ordinary talk every line is spoken with every word', () => {
  for (const talk of talks) {
    const accept = lineAcceptor(hosts, [], '');
    const spoken = talk.map((line) =>
      accept(line)
        .lines.map(({ text }) => text)
        .join(' '),
    );
    expect(spoken).toEqual(talk.map(({ text }) => text));
  }
});

test('of ordinary talk at least 995 lines in 1,000 would be spoken, were each the edge of an answer', () => {
  const lines = talks.flat();
  const lost = lines.filter(({ text }) => isForUs(text, hosts));
  expect(lost.slice(lines.length * 0.005)).toEqual([]);
});

test.each(chatter)('the chatter %j is not spoken at the beginning or end of an answer', (text) => {
  expect(isForUs(text, hosts) || cleanText(text, hosts).length === 0).toBe(true);
});
