import { DURATIONS } from '#shared/pricing.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { type Buyer, openBuyer } from '../server/testing/buyer.ts';
import type { Speeds } from './bound.ts';
import { type Delivered, inspect } from './episode.ts';
import type { Result } from './figures.ts';
import { REALISTIC, type Stage } from './stage.ts';
import { percentile, shareOf } from './statistics.ts';

/** All speeds times ten, so their ratios, which decide the pacing, stay the same. */
const HURRIED: Speeds = {
  firstToken: REALISTIC.firstToken / 10,
  tokensPerSecond: REALISTIC.tokensPerSecond * 10,
  perLine: REALISTIC.perLine / 10,
  perSecond: REALISTIC.perSecond / 10,
  slots: REALISTIC.slots,
};
/** What the stand-in web has pages on: every line that can rest on a source does, and is checked. */
const SUBJECTS = [
  'the queen of a honey bee colony',
  'night trains and the price of a berth',
  'how a lighthouse burns its oil',
  'the year without a summer',
  'why a glacier moves',
  'what an octopus dreams',
  'how tea is rolled',
  'the first sea clocks',
];

/** Episodes produced at once: enough to keep two cores busy while some wait for a provider. */
const AT_ONCE = 3;
const NEAR = 0.03;
const BOUNDS = 0.05;

/** Makes `count` episodes in all lengths, voices, tones and styles in turn, and measures the files. */
export async function makeEpisodes(stage: Stage, count: number): Promise<Delivered[]> {
  console.log(`Making ${count} episodes for their lengths`);
  await stage.setSpeeds(HURRIED);
  const product = await stage.startProduct({ RESEARCH: 'web' });
  const buyer = await openBuyer(product.url, stage);
  const voices = await buyer.voices();
  const delivered: Delivered[] = [];
  let next = 0;
  const makeOn = async () => {
    for (let index = next++; index < count; index = next++) {
      const one = await make(index, voices, buyer, stage);
      delivered.push(one);
      console.log(
        `${delivered.length} of ${count}: ${one.minutes} min, ${(100 * one.lengthError).toFixed(2)} %`,
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, makeOn)).catch((cause) => {
    throw new Error(`An episode was not made; the product said:\n${product.output()}`, { cause });
  });
  await product.end('SIGTERM');
  return delivered;
}

async function make(
  index: number,
  voices: string[],
  buyer: Buyer,
  stage: Stage,
): Promise<Delivered> {
  const voice = (place: number) => voices[place % voices.length] ?? '';
  const { publicId } = await buyer.buy({
    topic: `Question ${index + 1}: ${SUBJECTS[index % SUBJECTS.length]}`,
    minutes: DURATIONS[index % DURATIONS.length] ?? 10,
    voices: [voice(3 * index), voice(3 * index + 1)],
    // Steps of seven, so that all combinations of tone, style and length occur.
    tone: TONES[Math.floor((7 * index) / 4) % TONES.length] ?? 'Normal',
    style: STYLES[(7 * index) % STYLES.length] ?? 'Conversation',
  });
  const podcast = await buyer.delivered(publicId, 1800);
  return inspect(podcast, buyer, stage);
}

/** Figures on how close the delivered episodes are to the minutes bought. */
export function lengthsOf(delivered: Delivered[]): Result {
  const misses = delivered.map(({ lengthError }) => Math.abs(lengthError));
  return {
    area: 'lengths',
    figures: [
      {
        name: 'episodes within 3 % of the minutes bought',
        value: 100 * shareOf(misses, (miss) => miss <= NEAR),
        unit: '%',
        goal: { atLeast: 95 },
        note: `of ${delivered.length}`,
      },
      {
        name: 'episodes beyond 5 % delivered without a flag',
        value: delivered.filter(
          ({ lengthError, isFlagged }) => Math.abs(lengthError) > BOUNDS && !isFlagged,
        ).length,
        unit: '',
        goal: { atMost: 0 },
      },
      {
        name: 'half of them miss by no more than',
        value: 100 * percentile(misses, 0.5),
        unit: '%',
      },
      { name: 'furthest from its minutes', value: 100 * Math.max(...misses), unit: '%' },
    ],
    notes: [
      'Length measured on the decoded file; sections miss their budget by up to 35 %; all voices, tones and styles; the stand-ins are ten times as fast for episodes made only to measure lengths.',
    ],
    details: delivered.map(({ minutes, seconds, lengthError, isFlagged }) => ({
      minutes,
      seconds,
      lengthError,
      isFlagged,
    })),
  };
}
