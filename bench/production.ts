import { type Buyer, openBuyer } from '../server/testing/buyer.ts';
import type { Running } from '../server/testing/processes.ts';
import { boundOf } from './bound.ts';
import { timeBriefs } from './briefs.ts';
import { type Delivered, inspect } from './episode.ts';
import type { Figure, Result } from './figures.ts';
import { countLoad, type Load } from './load.ts';
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
  /** When the buyer first saw each stage, seconds after the start. */
  stages: Record<string, number>;
  delivered: Delivered;
  firstPart: number | string;
}

/** One length, made in three ways; `sound` is seconds of finished audio. */
interface Compared extends Made {
  parallel: { seconds: number; script: number; speech: number; mix: number; sound: number };
  peers: { seconds: number; script: number; speech: number; glue: number; sound: number };
}

/** Makes all lengths by the product, as "script, then lines in parallel", and the peers' way. */
export async function measureProduction(
  stage: Stage,
  quick: boolean,
): Promise<{ result: Result; delivered: Delivered[] }> {
  const lengths = quick ? [10] : [10, 15, 20, 25];
  const product = await stage.startProduct({ ELEVENLABS_MODEL: LINES_MODEL });
  const buyer = await openBuyer(product.url, stage);
  await stage.setSpeeds(REALISTIC);
  const ways = openWays(stage);
  const orders = await chooseOrders(buyer, lengths);
  const briefs = await timeBriefs(buyer);

  // Writing only waits for the model and uses no CPU here, so all scripts are written at once.
  const scripts = orders.map((order) => ways.write(order));
  if (!quick) await Promise.all(scripts);
  const compared: Compared[] = [];
  const spoken: { order: Order; script: Script; clips: Awaited<ReturnType<typeof ways.speak>> }[] =
    [];
  for (const [index, order] of orders.entries()) {
    console.log(`Making ${order.minutes} minutes`);
    const made = await make(order, { product, buyer, stage });

    console.log(`Making ${order.minutes} minutes, the script first and then lines in parallel`);
    const script = await (scripts[index] as Promise<Script>);
    const clips = await ways.speak(order, script.lines, ALL_SLOTS);
    const mixed = await ways.master(script.lines, clips.clips);
    spoken.push({ order, script, clips });
    compared.push({
      ...made,
      parallel: {
        seconds: script.seconds + clips.seconds + mixed.seconds,
        script: script.seconds,
        speech: clips.seconds,
        mix: mixed.seconds,
        sound: mixed.sound,
      },
      peers: { seconds: 0, script: script.seconds, speech: 0, glue: 0, sound: 0 },
    });
  }

  console.log("Making the same the peers' way");
  // Each length uses one of five slots, so the lengths do not delay each other.
  const sequential = await Promise.all(
    spoken.map(async ({ order, script }) => {
      const lines = quick ? script.lines.filter((_, index) => index % SAMPLED === 0) : script.lines;
      const { seconds, clips } = await ways.speak(order, lines, 1);
      return { seconds: (seconds * charactersOf(script.lines)) / charactersOf(lines), clips };
    }),
  );
  for (const [index, { seconds }] of sequential.entries()) {
    const one = compared[index];
    const clips = spoken[index]?.clips.clips;
    if (!one || !clips) continue;
    const glued = await ways.glue(clips);
    one.peers = {
      script: one.peers.script,
      speech: seconds,
      glue: glued.seconds,
      sound: glued.sound,
      seconds: one.peers.script + seconds + glued.seconds,
    };
  }
  await product.end('SIGTERM');
  const byTakes = await makeByTakes(orders, stage);
  return {
    result: {
      area: 'production',
      figures: [...compared.flatMap(figuresOf), ...byTakes.flatMap(takesFiguresOf), briefs],
      notes: notesOf(quick, compared),
      details: [
        ...compared.map(({ parallel, peers, ...made }) => ({
          ...detailsOf(made),
          parallel,
          peers,
        })),
        ...byTakes.map((made) => ({ ...detailsOf(made), model: TAKES_MODEL })),
      ],
    },
    delivered: [...compared, ...byTakes].map(({ delivered }) => delivered),
  };
}

function detailsOf({ minutes, ours: { bought, ...ours }, load, stages, delivered }: Made) {
  return {
    minutes,
    ours: { ...ours, sound: delivered.seconds, calls: countOf(bought) },
    bound: boundOf(bought, REALISTIC),
    load,
    stages,
  };
}

interface Product {
  product: Running;
  buyer: Buyer;
  stage: Stage;
}

async function make(order: Order, { product, buyer, stage }: Product): Promise<Made> {
  const endCount = await countLoad(product, stage.standins);
  const { publicId, paidAt } = await buyer.buy(order);
  const firstPart = buyer.firstPart(publicId);
  const stages: Record<string, number> = {};
  const podcast = await buyer.delivered(publicId, 1200, (name) => {
    stages[name] = Date.now();
  });
  const load = await endCount();
  const ours = await timeOf(publicId, paidAt, stage);
  const firstPartAt = await firstPart;
  return {
    minutes: order.minutes,
    ours,
    load,
    stages: since(stages, ours.startedAt),
    delivered: await inspect(podcast, buyer, stage),
    firstPart:
      typeof firstPartAt === 'number' ? (firstPartAt - ours.startedAt) / 1000 : firstPartAt,
  };
}

async function makeByTakes(orders: Order[], stage: Stage): Promise<Made[]> {
  const product = await stage.startProduct();
  const buyer = await openBuyer(product.url, stage);
  const made: Made[] = [];
  for (const order of orders) {
    console.log(`Making ${order.minutes} minutes by takes`);
    for (const voice of order.voices) await buyer.fetchSample(voice);
    made.push(await make(order, { product, buyer, stage }));
  }
  await product.end('SIGTERM');
  return made;
}

function charactersOf(lines: Script['lines']): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0);
}

function countOf({ outline, sections, lines }: Compared['ours']['bought']) {
  return { model: outline.length + sections.length, lines: lines.length };
}

function since(stages: Record<string, number>, start: number): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stages).map(([name, at]) => [name, (at - start) / 1000]),
  );
}

async function chooseOrders(buyer: Buyer, lengths: number[]): Promise<Order[]> {
  const voices = await buyer.voices();
  const orders = lengths.map((minutes, index): Order => {
    const pair = voices.slice(4 * index, 4 * index + 2);
    return {
      minutes,
      topic: TOPICS[minutes] ?? '',
      voices: [pair[0] ?? '', pair[1] ?? ''],
      names: ['Ann', 'Ben'],
    };
  });
  for (const { voices: pair } of orders) for (const voice of pair) await buyer.fetchSample(voice);
  return orders;
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
    figure('first part playable after', {
      value: typeof firstPart === 'number' ? firstPart : null,
      unit: 's',
      goal: { atMost: 15 },
      ...(typeof firstPart === 'string' && { note: firstPart }),
    }),
    figure('over the same bound at the pace the stand-ins kept', {
      value: ours.seconds / (boundAtMeasuredSpeed(ours).overlapped + ours.tail),
    }),
    figure('slots busy while speaking', { value: ours.slotsBusy * 100, unit: '%' }),
    figure('after the last clip came', { value: ours.tail, unit: 's' }),
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
    {
      name: `${minutes} min by takes: first part playable after`,
      value: typeof firstPart === 'number' ? firstPart : null,
      unit: 's',
      goal: { atMost: 15 },
      ...(typeof firstPart === 'string' && { note: firstPart }),
    },
    {
      name: `${minutes} min by takes: over the same bound at the pace the stand-ins kept`,
      value: ours.seconds / (boundAtMeasuredSpeed(ours).overlapped + ours.tail),
    },
  ];
}

/** The bound at the stand-ins' real speed: on a busy machine they are slower than configured. */
function boundAtMeasuredSpeed({ bought, speechLate }: Run) {
  const { perLine, perSecond } = REALISTIC;
  const kept = { perLine: perLine * (1 + speechLate), perSecond: perSecond * (1 + speechLate) };
  return boundOf(bought, { ...REALISTIC, ...kept });
}

function notesOf(quick: boolean, compared: Compared[]): string[] {
  const shares = compared.flatMap(({ load }) => load?.othersShare ?? []);
  const others = shares.length ? mean(shares) * 100 : null;
  const varies = mean(compared.map(({ ours }) => ours.lineVariation)) * 100;
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
    `A voice's speech rate is not known in advance; nine lines in ten were within ${varies.toFixed(0)} % of their voice's mean.`,
    `Speech took ${late.toFixed(1)} % longer than configured in the stand-ins, mean over the product's lines.`,
    `Other processes of this machine used ${others === null ? 'an unknown share' : `${others.toFixed(0)} %`} of its CPU while ours were made: above a few per cent they distort the times.`,
  ];
}
