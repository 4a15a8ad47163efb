import { expect, it } from 'vitest';
import { openStatusLine, sentenceOf } from './progress.ts';

function screen(more: { isTTY: boolean; columns?: number }) {
  const written: string[] = [];
  return {
    ...more,
    columns: more.columns ?? 80,
    written,
    write: (text: string) => written.push(text) > 0,
  };
}

it('progress on a terminal is one line, cut to its width, and gone before a line that stays', () => {
  const terminal = screen({ isTTY: true, columns: 11 });
  const status = openStatusLine(terminal);
  status.show('Written 0:10, spoken 0:05');
  status.show('Written 0:10, spoken 0:05');
  status.show('Mixing');
  status.say('Done');
  expect(terminal.written).toEqual([
    '\r\u001b[KWritten 0:',
    '\r\u001b[KMixing',
    '\r\u001b[K',
    'Done\n',
  ]);
});

it('progress elsewhere is lines, not more than one in five seconds', () => {
  const log = screen({ isTTY: false });
  const status = openStatusLine(log);
  for (const text of ['Planning', 'Written 0:10', 'Written 0:20']) status.show(text);
  status.say('Done');
  expect(log.written).toEqual(['Planning\n', 'Done\n']);
});

it('the title of a source cannot move the cursor', () => {
  const terminal = screen({ isTTY: true });
  openStatusLine(terminal).show('Reading: \u001b[2JPurring\r\nof cats');
  expect(terminal.written).toEqual(['\r\u001b[KReading: Purring of cats']);
});

it.each([
  [{ stage: 'queued' }, 'Beginning'],
  [{ stage: 'reading' }, 'Reading up'],
  [{ stage: 'reading', source: 'Purr' }, 'Reading: Purr'],
  [{ stage: 'writing' }, 'Planning'],
  [{ stage: 'speaking', written: 190_000, spoken: 160_400 }, 'Written 3:10, spoken 2:40 of 10:00'],
  [{ stage: 'publishing', written: 600_000, spoken: 600_000 }, 'Mixing'],
] as const)('an episode at %o is told as “%s”', (seen, sentence) => {
  expect(sentenceOf({ minutes: 10, source: null, written: 0, spoken: 0, ...seen })).toBe(sentence);
});
