import type { Clip } from '../server/sound/speech/speech.ts';
import { boundOf } from './bound.ts';
import { timeBriefs } from './briefs.ts';
import { type Customer, firstPartFigure, openCustomer, pairAt, playSamples } from './customer.ts';
import { type Delivered, inspect } from './episode.ts';
import type { Figure, Result } from './figures.ts';
import { countLoad, type Load } from './processes.ts';
import { type Run, timeOf } from './run.ts';
import { LINES_MODEL, REALISTIC, type Stage, TAKES_MODEL } from './stage.ts';
import { mean } from './statistics.ts';
import { ALL_SLOTS, type Order, openWays, type Script } from './ways.ts';

const TOPICS: Record<number, string> = {
  10: 'Why do cats purr?',
  15: 'How lighthouses changed the sea',
  20: 'The secret life of old bridges',
  25: 'What whales might be saying to each other',
};
/**
 * In the quick run the peers' way speaks one line in this many. It is odd because speakers
 * alternate: an even number would select a single voice.
 */
const SAMPLED = 5;

/** By minutes: how many times faster than the peers' way production must be. */
const PEERS_GOALS: Record<number, number> = { 10: 3.5, 25: 4 };
/** A ratio that exceeds its formula by more than this factor is a measuring error. */
const TOO_GOOD = 1.1;

/** Times are seconds. */
interface Made {
  minutes: number;
  ours: Run;
  load: Load | null;
  delivered: Delivered;
  firstPart: number | string;
}

/** Another way to make a length: seconds taken, and of finished audio. */
interface Way {
  seconds: number;
  sound: number;
}
type Compared = Made & { parallel: Way & { mix: number }; peers: Way };

/** Makes all lengths by the product, as "script, then lines in parallel", and the peers' way. */
export async function measureProduction(
  stage: Stage,
  quick: boolean,
): Promise<{ result: Result; delivered: Delivered[] }> {
  const lengths = quick ? [10] : [10, 15, 20, 25];
  const customer = await openCustomer(stage, { ELEVENLABS_MODEL: LINES_MODEL });
  await stage.setSpeeds(REALISTIC);
  const ways = openWays(stage);
  const orders = lengths.map((minutes, index): Order => {
    const voices = pairAt(customer.voices, 4 * index);
    return { minutes, topic: TOPICS[minutes] ?? '', voices, names: ['Ann', 'Ben'] };
  });
  for (const { voices } of orders) await playSamples(customer.buyer, voices);
  const briefs = await timeBriefs(customer.buyer);

  // Writing only waits for the model and uses no CPU here, so all scripts are written at once.
  const writing = orders.map((order) => ways.write(order));
  if (!quick) await Promise.all(writing);
  const spoken: (Omit<Compared, 'peers'> & { order: Order; script: Script; clips: Clip[] })[] = [];
  for (const [index, order] of orders.entries()) {
    const made = await make(order, customer);
    console.log(`Making ${order.minutes} minutes, the script first and then lines in parallel`);
    const script = await (writing[index] as Promise<Script>);
    const { clips, seconds } = await ways.speak(order, script.lines, ALL_SLOTS);
    const mixed = await ways.master(script.lines, clips);
    const parallel = {
      seconds: script.seconds + seconds + mixed.seconds,
      mix: mixed.seconds,
      sound: mixed.sound,
    };
    spoken.push({ ...made, parallel, order, script, clips });
  }

  console.log("Making the same the peers' way");
  // Each length uses one of five slots, so the lengths do not delay each other.
  const sequential = await Promise.all(
    spoken.map(async ({ order, script }) => {
      const lines = quick ? script.lines.filter((_, index) => index % SAMPLED === 0) : script.lines;
      const { seconds } = await ways.speak(order, lines, 1);
      return (seconds * charactersOf(script.lines)) / charactersOf(lines);
    }),
  );
  const compared: Compared[] = [];
  for (const [index, { order: _, script, clips, ...made }] of spoken.entries()) {
    const glued = await ways.glue(clips);
    const seconds = script.seconds + (sequential[index] ?? Number.NaN) + glued.seconds;
    compared.push({ ...made, peers: { seconds, sound: glued.sound } });
  }
  await customer.product.end('SIGTERM');
  const byTakes = await makeByTakes(orders, stage);
  return {
    result: {
      area: 'production',
      figures: [...compared.flatMap(figuresOf), ...byTakes.flatMap(takesFiguresOf), briefs],
      notes: notesOf(quick, compared),
      details: [
        ...compared.map((made) => ({
          ...detailsOf(made),
          parallel: made.parallel,
          peers: made.peers,
        })),
        ...byTakes.map((made) => ({ ...detailsOf(made), model: TAKES_MODEL })),
      ],
    },
    delivered: [...compared, ...byTakes].map(({ delivered }) => delivered),
  };
}

function detailsOf({ minutes, ours: { bought, ...ours }, load, delivered }: Made) {
  const { outline, sections, lines } = bought;
  const calls = { model: outline.length + sections.length, lines: lines.length };
  return {
    minutes,
    ours: { ...ours, sound: delivered.seconds, calls },
    bound: boundOf(bought, REALISTIC),
    load,
  };
}

async function make(order: Order, { product, buyer, stage }: Customer): Promise<Made> {
  console.log(`Making ${order.minutes} minutes`);
  const endCount = await countLoad(product, stage.standins);
  const { publicId } = await buyer.buy(order);
  const waiting = buyer.firstPart(publicId);
  const podcast = await buyer.delivered(publicId, 1200);
  const load = await endCount();
  const ours = await timeOf(publicId, stage);
  const at = await waiting;
  return {
    minutes: order.minutes,
    ours,
    load,
    delivered: await inspect(podcast, buyer, stage),
    firstPart: typeof at === 'number' ? (at - ours.startedAt) / 1000 : at,
  };
}

async function makeByTakes(orders: Order[], stage: Stage): Promise<Made[]> {
  const customer = await openCustomer(stage);
  const made: Made[] = [];
  for (const order of orders) {
    await playSamples(customer.buyer, order.voices);
    made.push(await make(order, customer));
  }
  await customer.product.end('SIGTERM');
  return made;
}

function charactersOf(lines: Script['lines']): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

function figuresOf({ minutes, ours, delivered, firstPart, parallel, peers }: Compared): Figure[] {
  const bound = boundOf(ours.bought, REALISTIC);
  const best = bound.overlapped + ours.tail;
  // The lengths differ a little between the ways, so the time per minute of audio is compared.
  const perSound = ours.seconds / delivered.seconds;
  const figure = (name: string, rest: Omit<Figure, 'name'>) => ({
    name: `${minutes} min: ${name}`,
    ...rest,
  });
  const mix = parallel.mix * (delivered.seconds / parallel.sound);
  const formula = { parallel: (bound.parallel + mix) / best, peers: bound.sequential / best };
  return [
    figure('over the overlapped bound', { value: ours.seconds / best, goal: { atMost: 1.15 } }),
    figure('parallel after script, over ours', {
      value: parallel.seconds / parallel.sound / perSound,
      goal: { atMost: TOO_GOOD * formula.parallel },
      note: `the formula has ${formula.parallel.toFixed(2)} x`,
    }),
    figure("the peers' way, over ours", {
      value: peers.seconds / peers.sound / perSound,
      goal: { between: [PEERS_GOALS[minutes] ?? 1, TOO_GOOD * formula.peers] },
      note: `the formula has ${formula.peers.toFixed(2)} x`,
    }),
    firstPartFigure(`${minutes} min: first part playable after`, firstPart, 15),
  ];
}

function takesFiguresOf({ minutes, ours, firstPart }: Made): Figure[] {
  const best = boundOf(ours.bought, REALISTIC).overlapped + ours.tail;
  const takes = ours.bought.lines.length;
  return [
    {
      name: `${minutes} min by takes: over the overlapped bound`,
      value: ours.seconds / best,
      goal: { atMost: 1.15 },
      note: `${takes} requests for ${(mean(ours.bought.lines) * takes).toFixed(0)} s of sound`,
    },
    firstPartFigure(`${minutes} min by takes: first part playable after`, firstPart, 15),
  ];
}

function notesOf(quick: boolean, compared: Compared[]): string[] {
  const shares = compared.flatMap(({ load }) => load?.othersShare ?? []);
  const others = shares.length ? mean(shares) * 100 : null;
  const late = mean(compared.map(({ ours }) => ours.speechLate)) * 100;
  return [
    'Stand-ins: first token 0.74 s, 130 tokens/s, speech 0.3 s + 0.12 s per second of sound, 5 at once; sections miss their budget by up to 35 %.',
    'Bound: max(script + one line, first line + ceil(lines / 5) x line), script and lines as the stand-ins logged them, plus the time from the last clip to delivery as measured.',
    `By takes: the same orders with ${TAKES_MODEL}, which speaks up to twelve lines in one request; in its bound a take is what a line is in the other.`,
    'Ours: from the start of production to the delivered row; voices were heard by the buyer before. The other two ways: one outline, one call a section (150 words a minute), the same vendor files, lines as they were written; no database, no upload, no email. All ways are compared by their time per minute of sound.',
    'Parallel after script: five lines at once, then one mix and the check of the file. The peers: one line after another, then each clip decoded, appended, and all encoded again; their clips’ own encoding is not measured.',
    ...(quick
      ? [
          `Quick: the peers' way speaks one line in ${SAMPLED} and estimates the rest from their characters.`,
        ]
      : [
          "Scripts of the other two ways are written at once, and the peers' lengths spoken at once (four of five slots): they wait for the stand-ins, not for this machine.",
        ]),
    `Speech took ${late.toFixed(1)} % longer than configured in the stand-ins, mean over the product's lines.`,
    `Other processes of this machine used ${others === null ? 'an unknown share' : `${others.toFixed(0)} %`} of its CPU while ours were made: above a few per cent they distort the times.`,
  ];
}
