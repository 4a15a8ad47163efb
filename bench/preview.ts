import { openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import type { Figure, Result } from './figures.ts';
import { REALISTIC, type Stage } from './stage.ts';

/** The most expensive models on sale, so that no preview costs more. */
const MODELS = { OPENAI_MODEL: 'gpt-6.1-terra', RESEARCH: 'web' };
const MINUTES = 10;
const TOPICS = [
  'How do honey bees dance, and how many eggs does a queen lay?',
  'Are night trains coming back, and what does a berth cost?',
  'Why is a year without a summer possible?',
];
const FIRST_LINES = 2;
/** Seconds. */
const GOALS = { text: 3, sound: 6, firstPart: 1 };
/** Seconds. */
const LENGTH = { least: 20, most: 40 };

interface PreviewRun {
  /** Seconds from the request. */
  title: number;
  firstLines: number;
  allLines: number;
  chapters: number;
  /** Seconds from the tap until the first part is there. */
  sound: number;
  seconds: number;
  /** Seconds from the payment, or why there is none. */
  firstPart: number | string;
  /** US dollars: before its sound, and with it. */
  costs: { text: number; all: number };
  boughtAgain: number;
}

export async function measurePreview(stage: Stage, quick: boolean): Promise<Result> {
  await stage.setSpeeds(REALISTIC);
  const product = await stage.startProduct(MODELS);
  const runs: PreviewRun[] = [];
  for (const topic of quick ? TOPICS.slice(0, 1) : TOPICS) {
    console.log(`Hearing how it starts: ${topic}`);
    runs.push(await hear(topic, product.url, stage));
  }
  await product.end('SIGTERM');
  return {
    area: 'preview',
    figures: figuresOf(runs),
    notes: [
      'Stand-ins as in production, with the most expensive models on sale; a new visitor each time, who has played both voices. Times are of the slowest.',
    ],
    details: runs,
  };
}

async function hear(topic: string, url: string, stage: Stage): Promise<PreviewRun> {
  const buyer = await openBuyer(url, stage);
  const [one = '', two = ''] = await buyer.voices();
  for (const voice of [one, two]) await buyer.fetchSample(voice);
  const order = { topic, minutes: MINUTES, voices: [one, two] as [string, string] };
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const { id } = await buyer.askForPreview(order);
  const until = (what: string, isThere: (found: Awaited<ReturnType<typeof look>>) => boolean) =>
    eventually(what, async () => isThere(await look()) && since(), 60);
  const look = () => buyer.findPreview(id, MINUTES);
  const title = await until('a title', (found) => found.title !== null);
  const firstLines = await until('the first lines', ({ lines }) => lines.length >= FIRST_LINES);
  const allLines = await until('all lines', ({ state }) => state === 'written');
  const chapters = await until('the chapters', (found) => found.chapters !== null);
  const text = await costOf(id, stage);
  const tapped = since();
  await buyer.askForSound(id);
  const sound = await eventually('its sound', () => firstPart(buyer, `preview/${id}`), 60);
  const after = (sound - began) / 1000 - tapped;
  const seconds = await eventually('all of it', async () => (await look()).sound.seconds, 60);
  const all = await costOf(id, stage);
  const before = await stage.purchases();
  const { publicId, paidAt } = await buyer.buy({ ...order, preview: id });
  const playable = await buyer.firstPart(publicId);
  await buyer.delivered(publicId, 600);
  const { rows } = await stage.pool.query(
    `select text from podcast_lines join previews using (podcast_id) where id = $1`,
    [id],
  );
  const again = (await stage.purchases())
    .slice(before.length)
    .filter((entry) => entry.kind === 'speech' && rows.some((row) => row.text === entry.text));
  return {
    title,
    firstLines,
    allLines,
    chapters,
    sound: after,
    seconds,
    firstPart: typeof playable === 'number' ? (playable - paidAt) / 1000 : playable,
    costs: { text, all },
    boughtAgain: again.length,
  };
}

/** Resolves with the time when the first part could be played; false while there is none. */
async function firstPart(
  buyer: { fetch(path: string): Promise<Response> },
  token: string,
): Promise<number | false> {
  const reply = await buyer.fetch(`/media/${token}/part-1.mp3`);
  await reply.arrayBuffer();
  return reply.ok && performance.now();
}

async function costOf(id: string, { pool }: Stage): Promise<number> {
  const { rows } = await pool.query(
    `select coalesce(sum(microdollars), 0)::float8 / 1e6 as dollars
     from expenses join previews using (podcast_id) where previews.id = $1`,
    [id],
  );
  return rows[0].dollars;
}

function figuresOf(runs: PreviewRun[]): Figure[] {
  const most = (of: (one: PreviewRun) => number) => Math.max(...runs.map(of));
  const inSeconds = (name: string, of: (one: PreviewRun) => number, atMost?: number): Figure => ({
    name,
    value: most(of),
    unit: 's',
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  const late = runs.find(({ firstPart }) => typeof firstPart === 'string')?.firstPart;
  return [
    inSeconds('title', ({ title }) => title, GOALS.text),
    inSeconds('title and first lines', ({ firstLines }) => firstLines, GOALS.text),
    inSeconds('all lines', ({ allLines }) => allLines),
    inSeconds('chapters', ({ chapters }) => chapters),
    inSeconds('sound after the tap', ({ sound }) => sound, GOALS.sound),
    {
      name: 'shortest sound',
      value: Math.min(...runs.map(({ seconds }) => seconds)),
      unit: 's',
      goal: { atLeast: LENGTH.least },
    },
    { ...inSeconds('longest sound', ({ seconds }) => seconds), goal: { atMost: LENGTH.most } },
    {
      name: 'first part of its order after the payment',
      value: late ? null : most(({ firstPart }) => Number(firstPart)),
      unit: 's',
      goal: { atMost: GOALS.firstPart },
      ...(late && { note: String(late) }),
    },
    {
      name: 'lines of it that its order bought again',
      value: runs.reduce((sum, { boughtAgain }) => sum + boughtAgain, 0),
      goal: { atMost: 0 },
    },
    { name: 'cost of what is read', value: most(({ costs }) => costs.text) * 100, unit: '¢' },
    { name: 'cost with its sound', value: most(({ costs }) => costs.all) * 100, unit: '¢' },
  ];
}
