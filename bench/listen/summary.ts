import type { Figure, Result } from '../figures.ts';
import { median, percentile, shareOf } from '../statistics.ts';
import type { Pair } from './crossEpisodes.ts';
import { HOOK } from './hook.ts';
import type { Measures } from './measure.ts';

const percent = (share: number) => (Number.isNaN(share) ? null : 100 * share);
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

export function summaryOf(all: Measures[], pairs: Pair[]): Result {
  return {
    area: 'listen',
    figures: withData(
      [
        ...questionFigures(all),
        ...talkFigures(all),
        ...repetitionFigures(all, pairs),
        ...costFigures(all),
      ],
      all,
    ),
    notes: [
      `${all.length} episodes, ${Math.round(sum(all.map(({ minutes }) => minutes)))} minutes; docs/bench.md says what each figure counts.`,
    ],
    details: { episodes: all },
  };
}

/** Another product's file has no title, account or cost: a missing value misses no goal. */
function withData(figures: Figure[], all: Measures[]): Figure[] {
  const isOurs = all.some(({ sections }) => sections > 0);
  return figures.filter(({ value }) => isOurs || (value !== null && Number.isFinite(value)));
}

type Counted = 'found' | 'answered' | 'open' | 'misplaced';

function questionFigures(all: Measures[]): Figure[] {
  const read = all.filter(({ questions }) => questions.asked !== null);
  const count = (what: Counted) => sum(all.map(({ questions }) => questions[what]));
  const written = all.filter(({ script }) => script !== null);
  const ofScripts = (what: Counted) => sum(written.map(({ questions }) => questions[what]));
  return [
    { name: 'questions found in the topics', value: count('found'), unit: '' },
    {
      name: 'topics with as many questions found as they ask',
      value: percent(shareOf(read, ({ questions }) => questions.found === questions.asked)),
      unit: '%',
      note: `of ${read.length} that ask some, or are no subject at all`,
    },
    {
      name: 'questions neither open nor at a place inside the file',
      value: count('misplaced'),
      unit: '',
      goal: { atMost: 0 },
    },
    {
      name: 'questions with an answer',
      value: percent(count('answered') / count('found')),
      unit: '%',
    },
    { name: 'questions left open', value: count('open'), unit: '' },
    {
      name: 'questions with an answer, of subjects with a script',
      value: percent(ofScripts('answered') / ofScripts('found')),
      unit: '%',
    },
  ];
}

function talkFigures(all: Measures[]): Figure[] {
  const middle = (of: (one: Measures) => number) => median(all.map(of));
  const hooks = all.map(({ hook }) => hook ?? Number.POSITIVE_INFINITY);
  const written = all.filter(({ script }) => script !== null).map((one) => one.subjectLines);
  const planned = all.filter((one) => one.sections > 0).map((one) => one.sections - one.roles);
  const titled = all.flatMap(({ titleFaults }) => (titleFaults ? [titleFaults] : []));
  return [
    {
      name: `a hook within ${HOOK} s`,
      value: percent(shareOf(hooks, (hook) => hook <= HOOK)),
      unit: '%',
      goal: { atLeast: 100 },
      note: `median after ${median(hooks).toFixed(1)} s`,
    },
    {
      name: 'lines with a subject word, fewest of subjects with a script',
      value: written.length ? percent(Math.min(...written)) : null,
      unit: '%',
      goal: { atLeast: 100 / 3 },
    },
    {
      name: 'lines with a subject word',
      value: percent(middle((one) => one.subjectLines)),
      unit: '%',
    },
    { name: 'lines with a typed word', value: percent(middle((one) => one.typedLines)), unit: '%' },
    { name: 'subject words', value: middle((one) => one.subjectWordsAMinute), unit: '/min' },
    { name: 'facts', value: middle((one) => one.factsAMinute), unit: '/min' },
    { name: 'words', value: middle((one) => one.wordsAMinute), unit: '/min' },
    {
      name: 'sections whose role another one has, most in an episode',
      value: planned.length ? Math.max(...planned) : null,
      unit: '',
    },
    {
      name: 'titles with a fault',
      value: titled.length ? titled.filter((faults) => faults.length > 0).length : null,
      unit: '',
      goal: { atMost: 0 },
      note: `of ${titled.length}`,
    },
  ];
}

function repetitionFigures(all: Measures[], pairs: Pair[]): Figure[] {
  const fresh = pairs.filter(({ isAnnounced }) => !isAnnounced).map(({ share }) => share);
  const written = sum(all.map((one) => one.sentencesWritten));
  const lost = (what: 'cleaned' | 'repeated') => sum(all.map((one) => one[what].length));
  return [
    {
      name: 'repeated 4-grams inside an episode, most',
      value: percent(Math.max(...all.map(({ repetition }) => repetition))),
      unit: '%',
      note: `median ${(100 * median(all.map(({ repetition }) => repetition))).toFixed(1)} %`,
    },
    {
      name: 'sentences that two episodes of an account share, most',
      value: fresh.length ? percent(Math.max(...fresh)) : null,
      unit: '%',
      goal: { atMost: 5 },
      note: `${fresh.length} pairs, 95th percentile ${(100 * percentile(fresh, 0.95)).toFixed(1)} %`,
    },
    {
      name: 'pairs that were announced as heard again',
      value: pairs.length - fresh.length,
      unit: '',
    },
    {
      name: 'sentences lost to the cleaner',
      value: percent(lost('cleaned') / written),
      unit: '%',
      goal: { atMost: 0.5 },
      note: `${lost('cleaned')} of ${written}`,
    },
    {
      name: 'sentences left out as said before',
      value: percent(lost('repeated') / written),
      unit: '%',
    },
  ];
}

function costFigures(measured: Measures[]): Figure[] {
  const all = measured.filter((one) => one.modelCalls > 0);
  return [
    {
      name: 'cost of a script, median',
      value: 100 * median(all.map((one) => one.scriptCost)),
      unit: '¢',
    },
    {
      name: 'cost of the voices, median',
      value: 100 * median(all.map((one) => one.speechCost)),
      unit: '¢',
    },
    {
      name: 'calls of the model, median',
      value: median(all.map((one) => one.modelCalls)),
      unit: '',
    },
  ];
}
