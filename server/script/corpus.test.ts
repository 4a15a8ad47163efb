import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { lineAcceptor } from './acceptLines.ts';
import { cleanText } from './cleanText.ts';
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

const PLACES = ['opening', 'middle', 'closing'] as const;

/** The lines of which a sentence is not spoken. */
function lostOf(talk: (typeof talks)[number], place: (typeof PLACES)[number], isEdge: boolean) {
  const accept = lineAcceptor({ hosts, place }, [], '');
  return talk.flatMap(({ speaker, text }) => {
    const spoken = accept({ speaker, text, isEdge }).map((line) => line.text);
    const missing = sentencesOf(text).length - sentencesOf(spoken.join(' ')).length;
    return Array.from({ length: missing }, () => text);
  });
}

test('the corpus is large', () => {
  expect(sentences).toBeGreaterThan(700);
  expect(new Set(chatter).size).toBeGreaterThan(80);
});

test.each(PLACES)('of each ordinary talk every sentence is spoken in its %s', (place) => {
  expect(talks.flatMap((talk) => lostOf(talk, place, false))).toEqual([]);
});

test.each(PLACES)(
  'of ordinary talk in the %s at least 995 sentences in 1,000 are spoken, even if each line were the edge of an answer',
  (place) => {
    const lost = talks.flatMap((talk) => lostOf(talk, place, true));
    expect(lost.slice(sentences * 0.005)).toEqual([]);
  },
);

test.each(chatter)('the chatter %j is not spoken at the beginning or end of an answer', (text) => {
  expect(cleanText(text, { hosts, place: 'middle', isEdge: true })).toEqual([]);
});
