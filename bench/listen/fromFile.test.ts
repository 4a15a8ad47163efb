import { expect, test } from 'vitest';
import { parseVtt } from './fromFile.ts';

test('our own transcripts are read: voice tags, escapes, and a note before the first line', () => {
  const text = `WEBVTT

NOTE
Made by AI.

00:00:00.200 --> 00:00:03.000
<v Rachel>Bread &amp; salt.

00:00:03.360 --> 01:00:05.500
<v Adam>Why?
`;
  expect(parseVtt(text)).toEqual({
    hosts: { A: 'Rachel', B: 'Adam' },
    lines: [
      { speaker: 'A', text: 'Bread & salt.', start: 0.2, end: 3 },
      { speaker: 'B', text: 'Why?', start: 3.36, end: 3605.5 },
    ],
  });
});

test('names in front, cue numbers and sentences over several cues are read', () => {
  const text =
    'WEBVTT\r\n\r\n1\r\n00:01.000 --> 00:02.000\r\nMira: It glows\r\n\r\n2\r\n00:02.000 --> 00:03.000\r\nat night.\r\n\r\n3\r\n00:03.000 --> 00:04.000\r\nJo: Does it?';
  expect(parseVtt(text).lines).toEqual([
    { speaker: 'A', text: 'It glows at night.', start: 1, end: 3 },
    { speaker: 'B', text: 'Does it?', start: 3, end: 4 },
  ]);
});

test('a file without a cue is refused', () => {
  expect(() => parseVtt('WEBVTT\n\nnothing')).toThrow('no cue');
});
