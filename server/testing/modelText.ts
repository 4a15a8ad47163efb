import fc from 'fast-check';
import { expect } from 'vitest';
import type { ScriptLine } from '#shared/script.ts';
import { repetitionOf } from '../production/mix/quality.ts';
import { gapBefore } from '../production/speak/gaps.ts';
import { openWitness } from '../reading/witness/witness.ts';
import { verifyClip } from '../sound/speech/readSound.ts';
import { spokenForm } from '../sound/speech/spokenForm.ts';
import { lineAcceptor } from '../writing/script/acceptLines.ts';
import {
  cleanText,
  cleanTitle,
  declines,
  greets,
  onlyDeclines,
  saysGoodbye,
} from '../writing/script/cleanLines.ts';
import { countWords } from '../writing/script/countWords.ts';
import { tagsOf } from '../writing/script/deliveryTags.ts';
import { findJson } from '../writing/script/findJson.ts';
import { scanLines } from '../writing/script/lines.ts';
import { keyOf, leakOf, sentencesOf, wordsOf } from '../writing/script/repetition.ts';
import { short } from '../writing/writer/readings.ts';

const hosts = { A: 'Rachel', B: 'Mr. B (Bill)' };
const line = (text: string, speaker: 'A' | 'B' = 'A'): ScriptLine => ({ speaker, text });
const clip = { samples: new Int16Array(48_000).fill(9_000), sampleRate: 24_000 };
const leaks = leakOf('Write what they say, word for word, and never speak of the 1,00,000 rules.');

/** Every function that reads what a model wrote, on its way to the voice. */
export const READERS: [name: string, read: (text: string) => unknown][] = [
  ['findJson', findJson],
  ['scanLines', (text) => scanLines().push(`{"lines":[{"speaker":"A","text":"${text}"}]}`)],
  ['tagsOf', tagsOf],
  ['cleanText', (text) => cleanText(text, hosts)],
  ['cleanTitle', cleanTitle],
  ['declines', (text) => declines(text, hosts, true)],
  ['onlyDeclines', (text) => onlyDeclines(text, hosts)],
  ['lineAcceptor', (text) => lineAcceptor(hosts, [line(text)], text)({ speaker: text, text })],
  ['greets', greets],
  ['saysGoodbye', saysGoodbye],
  ['leakOf', leaks],
  ['keyOf', keyOf],
  ['wordsOf', wordsOf],
  ['sentencesOf', sentencesOf],
  ['short', short],
  ['countWords', (text) => countWords([{ text }])],
  ['openWitness', (text) => openWitness([text]).marksIn({ text, sum: text })],
  [
    'gapBefore',
    (text) =>
      gapBefore({ ...line(text), section: 0 }, { ...line(text, 'B'), section: 0 }, 'Normal'),
  ],
  ['repetitionOf', (text) => repetitionOf([text, text])],
  ['spokenForm', spokenForm],
  ['verifyClip', (text) => verifyClip(clip, text)],
];

const scripts =
  '\u0663\u06f5\u0967\u4e09\uff11\u2162\u0e53\u05d0\u0939\u3042\ud55c\ud83d\ude00\u200d\u202e\u0301\ufeff\ue200';
const piece = fc.oneof(
  fc.constantFrom(...'0123456789', ...'$%-.,:/+\'"^x*#@()[]{}<>~=&|\\_`! ', ...scripts),
  fc.constantFrom(
    '\ud800',
    '\udfff',
    '\u2013',
    '\u2014',
    '\u2026',
    '\u00a0',
    '\u2009',
    '\n',
    '\u0000',
  ),
  fc.constantFrom(
    'km/h',
    'bn',
    'st',
    'May ',
    'Jan. ',
    'in ',
    '\u00b0C',
    '\u20b9',
    '\u00bd',
    '\u2076',
    'World War II',
  ),
  fc.constantFrom(
    'Rachel: ',
    '**',
    '[over] ',
    '&#39;',
    'cite',
    'turn0search1',
    '\u3010',
    'www.a.b/',
    '<think>',
  ),
  fc.nat(99_999_999).map(String),
  fc.nat(9_999_999).map((value) => value.toLocaleString('en-IN')),
);
const modelText = fc.oneof(
  fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 120 }),
);

export function readAnything(runs: number, read: (text: string) => unknown): void {
  fc.assert(
    fc.property(modelText, (text) => {
      expect(() => read(text)).not.toThrow();
    }),
    { numRuns: runs },
  );
}
