import { TONES, type Tone } from '#shared/tonesAndStyles.ts';
import { gapFactor } from '../../server/production/speak/gaps.ts';
import { measureLoudness } from '../../server/sound/mix/measureLoudness.ts';
import type { Buyer } from '../../server/testing/buyer.ts';
import { makeEach, openCustomer, pairAt } from '../customer.ts';
import { clipsOf, fetchSound, linesOf, overlapOf, type SpokenLine, turnsOf } from '../episode.ts';
import type { Figure, Result } from '../figures.ts';
import { onsetsOf, silenceAbout } from '../sound.ts';
import { type Stage, TAKES_MODEL, UNEVENNESS } from '../stage.ts';
import { percentile, shareOf } from '../statistics.ts';
import { countSounds, loadSounds, type SoundCounts } from './countSounds.ts';
import { type Deviations, deviationsOf, spreadOf } from './levels.ts';
import { audibleShare } from './rebuild.ts';
import { distance, shareUpTo } from './reference.ts';

/** Subjects that the stand-in's writer has a script for, with reactions and deliveries. */
const SUBJECTS = [
  'Why we yawn when others do',
  'Do octopuses dream?',
  'How night trains came back',
  'Sourdough for beginners',
  'Why the sea glows at night',
  'The year without a summer',
];
const MINUTES = 25;
const EPISODES = 3;
const AT_ONCE = 3;
/** A longer pause between two lines holds one of our sounds, s. */
const LONGEST_GAP = 1.9;

interface Talk {
  tone: Tone;
  lines: SpokenLine[];
  /** Silences heard between the turns of two hosts in one chapter, ms. */
  gaps: number[];
  /** Lengths of overlaps, s. */
  overlaps: number[];
  /** For each line, the offset of its sound from its stated start, ms. */
  onsets: number[];
  deviations: Deviations;
  sounds: SoundCounts;
}

export async function measureTalk(stage: Stage, quick: boolean): Promise<Result> {
  await stage.setFaults({ elevenlabs: { unevenness: UNEVENNESS } });
  const { product, buyer, voices } = await openCustomer(stage);
  const sounds = await loadSounds(stage);
  const orders = (quick ? TONES.slice(0, 1) : TONES).flatMap((tone, at) =>
    Array.from({ length: quick ? 1 : EPISODES }, (_, i) => ({
      tone,
      topic: SUBJECTS[(at + 2 * i) % SUBJECTS.length] ?? '',
      minutes: quick ? 10 : MINUTES,
      voices: pairAt(voices, 4 * at + 2 * i),
    })),
  );
  const talks: Talk[] = [];
  await makeEach(orders, AT_ONCE, product, async (order) => {
    const { publicId } = await buyer.buy(order);
    await buyer.delivered(publicId, 1800);
    talks.push(await hear(order.tone, publicId, { buyer, stage, sounds }));
    console.log(`Heard ${talks.length}: ${order.tone}, ${order.topic}`);
  });
  await product.end('SIGTERM');
  const audible: number[] = [];
  for (const { lines } of talks) audible.push(await audibleShare(lines, stage));
  const byTone = TONES.flatMap((tone) => {
    const own = talks.filter((talk) => talk.tone === tone);
    return own.length ? [{ tone, talks: own }] : [];
  });
  return {
    area: 'talk',
    figures: [
      ...byTone.flatMap(({ tone, talks }) => toneFigures(tone, talks, quick)),
      ...commonFigures(talks, audible),
    ],
    notes: [
      `Episodes of ${quick ? 10 : MINUTES} minutes on subjects with a script, spoken by ${TAKES_MODEL} in takes, with voices that are uneven by up to ${UNEVENNESS} dB. Gaps are silences in the decoded file; the reference and its sources are in bench/talk/reference.ts.`,
    ],
    details: byTone.map(({ tone, talks }) => ({
      tone,
      factor: gapFactor(tone),
      gaps: talks.flatMap(({ gaps }) => gaps.map(Math.round)),
      overlaps: talks.flatMap(({ overlaps }) => overlaps.map((value) => Math.round(value * 1000))),
    })),
  };
}

interface Means {
  buyer: Buyer;
  stage: Stage;
  sounds: Awaited<ReturnType<typeof loadSounds>>;
}

async function hear(tone: Tone, publicId: string, { buyer, stage, sounds }: Means): Promise<Talk> {
  const { sound } = await fetchSound(publicId, buyer, stage);
  const lines = await linesOf(publicId, stage);
  const turns = turnsOf(lines);
  const clips = await clipsOf(lines, stage);
  return {
    tone,
    lines,
    gaps: turns.flatMap(({ line, previous }) => {
      const isTurn = line.speaker !== previous.speaker && line.section === previous.section;
      const gap = line.start - previous.end;
      if (!isTurn || gap < 0 || gap > LONGEST_GAP) return [];
      return silenceAbout(sound.samples, previous.end, line.start);
    }),
    overlaps: turns.map(overlapOf).filter((seconds) => seconds > 0),
    onsets: await onsetsOf(
      clips,
      lines.map(({ start }) => start),
      sound,
    ),
    deviations: deviationsOf(lines, clips.map(measureLoudness), sound.samples),
    sounds: await countSounds(lines, sound.samples, sounds),
  };
}

function toneFigures(tone: Tone, talks: Talk[], quick: boolean): Figure[] {
  const gaps = talks.flatMap((talk) => talk.gaps).filter((gap) => gap > 0);
  const overlaps = talks.flatMap((talk) => talk.overlaps);
  const lines = talks.reduce((sum, talk) => sum + talk.lines.length, 0);
  const paced = gaps.map((gap) => gap / gapFactor(tone));
  return [
    {
      name: `${tone}: gaps, distance from real talk at its pace (Kolmogorov-Smirnov)`,
      value: distance(paced, shareUpTo),
      unit: '',
      goal: { atMost: 0.1 },
      note: `${gaps.length} gaps, half up to ${Math.round(percentile(gaps, 0.5))} ms`,
    },
    ...(quick
      ? []
      : [
          {
            name: `${tone}: gaps measured`,
            value: gaps.length,
            unit: '' as const,
            goal: { atLeast: 500 },
          },
        ]),
    {
      name: `${tone}: lines that lie over another`,
      value: (100 * overlaps.length) / lines,
      unit: '%',
      goal: { between: [1, 8] },
    },
    {
      name: `${tone}: longest overlap`,
      value: Math.max(0, ...overlaps),
      unit: 's',
      goal: { atMost: 0.6 },
    },
  ];
}

function commonFigures(talks: Talk[], audible: number[]): Figure[] {
  const before = talks.flatMap(({ deviations }) => deviations.before);
  const after = talks.flatMap(({ deviations }) => deviations.after);
  const onsets = talks.flatMap((talk) => talk.onsets);
  const sounds = talks.map((talk) => talk.sounds);
  const all = (of: 'begun' | 'chapters' | 'empty') =>
    sounds.reduce((sum, counts) => sum + counts[of], 0);
  return [
    {
      name: 'overlaps in which both hosts are heard',
      value: 100 * Math.min(...audible.filter((share) => !Number.isNaN(share))),
      unit: '%',
      goal: { atLeast: 100 },
      note: 'the least of any episode, by a tone for each host',
    },
    {
      name: 'lines heard within 50 ms of their start, overlapped ones included',
      value: 100 * shareOf(onsets, (offset) => Math.abs(offset) <= 50),
      unit: '%',
      goal: { atLeast: 100 },
      note: `of ${onsets.length}`,
    },
    {
      name: 'spread in the file, over that of the clips',
      value: spreadOf(after) / spreadOf(before),
      goal: { atMost: 0.7 },
    },
    {
      name: 'the two hosts of an episode apart, most',
      value: Math.max(...talks.map(({ deviations }) => deviations.apart)),
      unit: 'dB',
      goal: { atMost: 1.5 },
    },
    {
      name: 'episodes with exactly one sting',
      value: 100 * shareOf(sounds, ({ stings }) => stings === 1),
      unit: '%',
      goal: { atLeast: 100 },
    },
    {
      name: 'chapters that begin with a sound of ours',
      value: (100 * all('begun')) / all('chapters'),
      unit: '%',
      goal: { atLeast: 100 },
      note: `of ${all('chapters')}; ${all('empty')} long pauses without one`,
    },
  ];
}
