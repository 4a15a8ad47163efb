import { DURATIONS } from '#shared/pricing.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import { type Customer, makeEach, openCustomer, pairAt } from './customer.ts';
import { type Delivered, inspect, linesOf } from './episode.ts';
import type { Figure, Result } from './figures.ts';
import { faster, type Stage } from './stage.ts';
import { shareOf } from './statistics.ts';

/** The stand-in web has pages on these, so every line that can rest on a source does. */
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

/** An article of more than sixty figures: years, prices, shares, units and dates in turn. */
const OF_FIGURES = [
  'The ferry company of Skarholm was founded on 14 May 1923 with a capital of $27,500 and 3 boats.',
  'In its first summer it carried 1,490 passengers over 19 miles of water at 6.5 mph.',
  'By 1931 a ticket cost $1.25, which was 12% more than in 1928 and 40% less than the railway asked.',
  'The storm of 8 November 1934 sank 2 of its 7 boats within 45 minutes, with winds of 130 km/h.',
  'Insurers paid $310,000 of the $1.2 million that was lost, and the last of it only in 1941.',
  'The new boat of 1936 was 58 metres long, weighed 1,150 tonnes and burnt 240 kg of coal an hour.',
  'It left at 7:30 and at 16:45, and it was late on 23 of 365 days.',
  'Between 1950 and 1958 the number of cars on board rose from 4,200 to 61,700 a year.',
  'On 1 July 1962 the fare became \u20ac0.90 a head and \u20ac3.40 a car, <5% of what a bridge would cost.',
  'A survey of 2,386 passengers in 1971 found that 64% read, 21% slept and 1.5% were seasick.',
  'Its engine of 9,800 kW needs 35 litres a mile, 17% less than the one of 1987.',
  'The company had 412 workers in 1974, 268 in 1990 and 96 in 2019.',
  'In 2004 the water was 4.5 \u00b0C warmer than in 1924, and the ice of 1942 had been 60 cm thick.',
  'A bridge was planned for $880 million in 1998 and given up at $2.3 billion on 9 March 2011.',
  'Today 3 boats carry 1,250,000 people a year at 18.5 mph, and 98.6% of them arrive on time.',
].join(' ');

const AT_ONCE = 3;
const NEAR = 0.03;
/** The most by which an episode full of figures may miss its minutes, %. */
const FIGURES_NEAR = 1;
const FIGURE = /\d[\d,.]*/g;
const BOUNDS = 0.05;

interface Made extends Delivered {
  /** Figures that it says; only where its source is full of them. */
  figures?: number;
}

export async function makeEpisodes(stage: Stage, count: number): Promise<Made[]> {
  console.log(`Making ${count} episodes for their lengths`);
  await stage.setSpeeds(faster(10));
  const customer = await openCustomer(stage, { RESEARCH: 'web' });
  const delivered: Made[] = [];
  await makeEach(Array(count).keys(), AT_ONCE, customer.product, async (index) => {
    const one = await make(index, customer);
    delivered.push(one);
    console.log(
      `${delivered.length} of ${count}: ${one.minutes} min, ${(100 * one.lengthError).toFixed(2)} %`,
    );
  });
  await customer.product.end('SIGTERM');
  return delivered;
}

async function make(index: number, { buyer, voices, stage }: Customer): Promise<Made> {
  const isOfFigures = index === 0;
  const { publicId } = await buyer.buy({
    ...(isOfFigures && {
      sources: [await buyer.attach({ text: OF_FIGURES })],
      onlyTheseSources: true,
    }),
    topic: `Question ${index + 1}: ${SUBJECTS[index % SUBJECTS.length]}`,
    minutes: DURATIONS[index % DURATIONS.length] ?? 10,
    voices: pairAt(voices, 3 * index),
    // Steps of seven, so that all combinations of tone, style and length occur.
    tone: TONES[Math.floor((7 * index) / 4) % TONES.length] ?? 'Normal',
    style: STYLES[(7 * index) % STYLES.length] ?? 'Conversation',
  });
  const podcast = await buyer.delivered(publicId, 1800);
  const inspected = await inspect(podcast, buyer, stage);
  if (!isOfFigures) return inspected;
  const said = (await linesOf(publicId, stage)).map((line) => line.text).join(' ');
  return { ...inspected, figures: said.match(FIGURE)?.length ?? 0 };
}

export function lengthsOf(delivered: Made[]): Result {
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
      ...figuresOf(delivered),
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

const figuresOf = (delivered: Made[]): Figure[] =>
  delivered
    .filter(({ figures }) => figures !== undefined)
    .map(({ figures, lengthError }) => ({
      name: 'an episode full of figures misses its minutes by',
      value: 100 * Math.abs(lengthError),
      unit: '%',
      goal: { atMost: FIGURES_NEAR },
      note: `${figures} figures said`,
    }));
