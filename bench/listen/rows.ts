import type { Measures } from './measure.ts';

const LONGEST_TOPIC = 34;

export function rowsOf(all: Measures[]): string {
  const cells = [HEAD, ...all.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const HEAD = [
  'topic',
  'min',
  'answered',
  'hook s',
  'subject lines %',
  'typed lines %',
  'facts/min',
  'roles',
  '4-grams %',
  'lost',
  'script $',
  'title',
];

function cellsOf(one: Measures): string[] {
  const topic = one.topic.replace(/\s+/g, ' ');
  const isLong = topic.length > LONGEST_TOPIC;
  return [
    isLong ? `${topic.slice(0, LONGEST_TOPIC - 1)}…` : topic,
    one.minutes.toFixed(1),
    `${one.questions.answered} of ${one.questions.found}`,
    one.hook?.toFixed(1) ?? 'none',
    (100 * one.subjectLines).toFixed(0),
    (100 * one.typedLines).toFixed(0),
    one.factsAMinute.toFixed(1),
    `${one.roles} of ${one.sections}`,
    (100 * one.repetition).toFixed(1),
    `${one.cleaned.length} of ${one.sentencesWritten}`,
    one.scriptCost.toFixed(4),
    one.titleFaults?.join(', ') || 'good',
  ];
}
