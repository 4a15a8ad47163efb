import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineAcceptor } from './acceptLines.ts';
import { onlyDeclines } from './cleanLines.ts';
import { sentencesOf } from './repetition.ts';

/* `corpus/talk.txt` is ordinary talk that is easily mistaken for a model's own words. */

const hosts = { A: 'Rachel', B: 'Adam' };
const talks = readFileSync(new URL('corpus/talk.txt', import.meta.url), 'utf8')
  .split(/^# .*$/m)
  .map((talk) =>
    [...talk.matchAll(/^([AB]): (.+)$/gm)].map(([, speaker = '', text = '']) => ({
      speaker,
      text,
    })),
  );
const sentences = talks.flat().flatMap(({ text }) => sentencesOf(text)).length;

test('the corpus is large', () => {
  expect(sentences).toBeGreaterThan(700);
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

test('of ordinary talk at least 995 lines in 1,000 would be spoken, were each the end of an answer', () => {
  const lines = talks.flat();
  const lost = lines.filter(({ text }) => onlyDeclines(text, hosts));
  expect(lost.slice(lines.length * 0.005)).toEqual([]);
});
