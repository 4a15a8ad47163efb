import type { Figure, Result } from '../figures.ts';
import { median, percentile, shareOf } from '../statistics.ts';
import { HOOK, type Measures } from './measure.ts';

const percent = (share: number) => (Number.isFinite(share) ? 100 * share : null);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** `shares` are of the sentences that two episodes of an account have in common. */
export function summaryOf(all: Measures[], shares: number[]): Result {
  return {
    area: 'listen',
    figures: figuresOf(all, shares),
    notes: [
      `${all.length} episodes, ${Math.round(sum(all.map(({ minutes }) => minutes)))} minutes; docs/bench.md says what each figure counts.`,
    ],
    details: { episodes: all },
  };
}

function figuresOf(all: Measures[], shares: number[]): Figure[] {
  const questions = (what: 'found' | 'answered' | 'misplaced') =>
    sum(all.map((one) => one.questions[what]));
  const hooks = all.map(({ hook }) => hook ?? Number.POSITIVE_INFINITY);
  const written = all.filter(({ script }) => script !== null).map((one) => one.subjectLines);
  const repeated = all.map(({ repetition }) => repetition);
  const sentences = sum(all.map((one) => one.sentencesWritten));
  const cleaned = sum(all.map((one) => one.cleaned.length));
  return [
    {
      name: 'questions neither open nor at a place inside the file',
      value: questions('misplaced'),
      unit: '',
      goal: { atMost: 0 },
    },
    {
      name: 'questions with an answer',
      value: percent(questions('answered') / questions('found')),
      unit: '%',
      note: `of ${questions('found')}`,
    },
    {
      name: `a hook within ${HOOK} s`,
      value: percent(shareOf(hooks, (hook) => hook <= HOOK)),
      unit: '%',
      goal: { atLeast: 100 },
      note: `median after ${median(hooks).toFixed(1)} s`,
    },
    {
      name: 'lines with a subject word, fewest of subjects with a script',
      value: percent(Math.min(...written)),
      unit: '%',
      goal: { atLeast: 100 / 3 },
    },
    {
      name: 'lines with a subject word',
      value: percent(median(all.map((one) => one.subjectLines))),
      unit: '%',
    },
    { name: 'facts', value: median(all.map((one) => one.factsAMinute)), unit: '/min' },
    {
      name: 'titles with a fault',
      value: all.filter(({ titleFaults }) => titleFaults.length > 0).length,
      unit: '',
      goal: { atMost: 0 },
      note: `of ${all.length}`,
    },
    {
      name: 'repeated 4-grams inside an episode, most',
      value: percent(Math.max(...repeated)),
      unit: '%',
      note: `median ${(100 * median(repeated)).toFixed(1)} %`,
    },
    {
      name: 'sentences that two episodes of an account share, most',
      value: percent(Math.max(...shares)),
      unit: '%',
      goal: { atMost: 5 },
      note: `${shares.length} pairs, 95th percentile ${(100 * percentile(shares, 0.95)).toFixed(1)} %`,
    },
    {
      name: 'sentences lost to the cleaner',
      value: percent(cleaned / sentences),
      unit: '%',
      goal: { atMost: 0.5 },
      note: `${cleaned} of ${sentences}`,
    },
    {
      name: 'cost of a script, median',
      value: 100 * median(all.map((one) => one.scriptCost).filter((cost) => cost > 0)),
      unit: '¢',
    },
  ];
}

const LONGEST_TOPIC = 34;

/** A row of the table of episodes. */
export function rowOf(one: Measures) {
  const topic = one.topic.replace(/\s+/g, ' ');
  const isLong = topic.length > LONGEST_TOPIC;
  return {
    topic: isLong ? `${topic.slice(0, LONGEST_TOPIC - 1)}…` : topic,
    min: one.minutes.toFixed(1),
    answered: `${one.questions.answered} of ${one.questions.found}`,
    'hook s': one.hook?.toFixed(1) ?? 'none',
    'subject lines %': (100 * one.subjectLines).toFixed(0),
    'facts/min': one.factsAMinute.toFixed(1),
    '4-grams %': (100 * one.repetition).toFixed(1),
    lost: `${one.cleaned.length} of ${one.sentencesWritten}`,
    'script $': one.scriptCost.toFixed(4),
    title: one.titleFaults.join(', ') || 'good',
  };
}
