import { firstPartFigure, openCustomer, pairAt, playSamples } from './customer.ts';
import type { Figure, Result } from './figures.ts';
import { REALISTIC, type Stage } from './stage.ts';

/** The most expensive models on sale, so that no episode costs more. */
const MODELS = { OPENAI_MODEL: 'gpt-6.1-terra' };
/** Time of one search, ms. */
const SEARCH_TIME = 1_500;
const ORDERS = [
  { minutes: 10, topic: 'How do honey bees dance, and how many eggs does a queen lay?' },
  { minutes: 25, topic: 'Are night trains coming back, and what does a berth cost?' },
];
/** How much longer an episode may take than without research, the reading itself left out. */
const MOST_LONGER = 1.25;
/** Seconds. */
const FIRST_PART = 40;
const READING = 25;
/** US dollars. */
const MOST_COST = 1.2;

interface Made {
  /** From the start of production to the delivered row, and the part that was reading up, s. */
  seconds: number;
  reading: number;
  firstPart: number | string;
  sources: number;
  /** US dollars by provider and kind. */
  costs: { script: number; search: number; speech: number };
}

export async function measureResearch(stage: Stage, quick: boolean): Promise<Result> {
  const orders = quick ? ORDERS.slice(0, 1) : ORDERS;
  await stage.setSpeeds(REALISTIC, { searchTime: SEARCH_TIME });
  const without = await makeAll(orders, 'off', stage);
  const read = await makeAll(orders, 'web', stage);
  const figures = orders.flatMap(({ minutes }, at): Figure[] => {
    const [plain, made] = [without[at], read[at]];
    if (!plain || !made) return [];
    return figuresOf(minutes, plain, made);
  });
  return {
    area: 'research',
    figures,
    notes: [
      `Stand-ins as in production; each search takes ${SEARCH_TIME} ms. The same orders without and with reading up, in one run; times are from the start of production to the delivered row.`,
      'Costs are those of the expenses table at list price, with the most expensive models on sale; what a failed request costs is in them.',
    ],
    details: orders.map((order, at) => ({ ...order, without: without[at], read: read[at] })),
  };
}

async function makeAll(orders: typeof ORDERS, research: string, stage: Stage): Promise<Made[]> {
  const { product, buyer, ...customer } = await openCustomer(stage, {
    ...MODELS,
    RESEARCH: research,
  });
  const voices = pairAt(customer.voices, 0);
  await playSamples(buyer, voices);
  const made: Made[] = [];
  for (const order of orders) {
    console.log(`Making ${order.minutes} minutes, research ${research}`);
    const brief = await buyer.readTopic(order.topic);
    const { publicId } = await buyer.buy({ ...order, voices, ...(brief && { brief }) });
    const firstPart = buyer.firstPart(publicId);
    await buyer.delivered(publicId, 1200);
    made.push(await figuresFrom(publicId, await firstPart, stage));
  }
  await product.end('SIGTERM');
  return made;
}

async function figuresFrom(
  publicId: string,
  firstPartAt: number | string,
  { pool }: Stage,
): Promise<Made> {
  const { rows } = await pool.query(
    `select started_at as started, research_seconds as reading,
       extract(epoch from completed_at - started_at)::float8 as seconds,
       (select count(*)::int from podcast_sources where podcast_id = podcasts.id) as sources,
       (select json_build_object(
           'script', coalesce(sum(microdollars) filter (where provider = 'OpenAI' and searches = 0), 0) / 1e6,
           'search', coalesce(sum(microdollars) filter (where searches > 0), 0) / 1e6,
           'speech', coalesce(sum(microdollars) filter (where provider = 'ElevenLabs'), 0) / 1e6
         ) from expenses where podcast_id = podcasts.id) as costs
     from podcasts where public_id = $1`,
    [publicId],
  );
  const [{ started, ...row }] = rows;
  const firstPart =
    typeof firstPartAt === 'number' ? (firstPartAt - started.getTime()) / 1000 : firstPartAt;
  return { ...row, firstPart };
}

function figuresOf(minutes: number, without: Made, read: Made): Figure[] {
  const { script, search, speech } = read.costs;
  const figure = (name: string, rest: Omit<Figure, 'name'>) => ({
    name: `${minutes} min: ${name}`,
    ...rest,
  });
  return [
    figure('with research over without, reading apart', {
      value: (read.seconds - read.reading) / without.seconds,
      goal: { atMost: MOST_LONGER },
      note: `${(read.seconds - read.reading).toFixed(1)} s and ${without.seconds.toFixed(1)} s`,
    }),
    figure('reading up', {
      value: read.reading,
      unit: 's',
      goal: { atMost: READING },
      note: `${read.sources} sources`,
    }),
    firstPartFigure(
      `${minutes} min: first part playable after, with research`,
      read.firstPart,
      FIRST_PART,
    ),
    figure('first part playable after the end of reading', {
      value: typeof read.firstPart === 'number' ? read.firstPart - read.reading : null,
      unit: 's',
      goal: { atMost: 15 },
    }),
    ...(minutes === 10
      ? [
          figure('all providers', {
            value: (script + search + speech) * 100,
            unit: '¢',
            goal: { atMost: MOST_COST * 100 },
            note: `model ${(script * 100).toFixed(1)}, search ${(search * 100).toFixed(1)}, speech ${(speech * 100).toFixed(1)}`,
          }),
        ]
      : []),
  ];
}
