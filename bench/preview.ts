import { openBuyer } from '../server/testing/buyer.ts';
import { eventually } from '../server/testing/eventually.ts';
import { firstPartFigure, pairAt, playSamples } from './customer.ts';
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

type PreviewRun = Awaited<ReturnType<typeof hear>>;

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

/** Times are seconds: of the text from the request, of the sound from the tap. */
async function hear(topic: string, url: string, stage: Stage) {
  const buyer = await openBuyer(url, stage);
  const voices = pairAt(await buyer.voices(), 0);
  await playSamples(buyer, voices);
  const order = { topic, minutes: MINUTES, voices };
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const { id } = await buyer.askForPreview(order);
  const until = (what: string, isThere: (found: Awaited<ReturnType<typeof look>>) => boolean) =>
    eventually(what, async () => isThere(await look()) && since(), 60);
  const look = () => buyer.findPreview(id, MINUTES);
  const title = await until('a title', (found) => found.title !== null);
  const firstLines = await until('the first lines', ({ lines }) => lines.length >= FIRST_LINES);
  await until('all lines', ({ state }) => state === 'written');
  const tapped = since();
  await buyer.askForSound(id);
  const sound = await eventually(
    'its sound',
    async () => {
      const reply = await buyer.fetch(`/media/preview/${id}/part-1.mp3`);
      await reply.arrayBuffer();
      return reply.ok && since() - tapped;
    },
    60,
  );
  const seconds = await eventually('all of it', async () => (await look()).sound.seconds, 60);
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
    sound,
    seconds,
    firstPart: typeof playable === 'number' ? (playable - paidAt) / 1000 : playable,
    boughtAgain: again.length,
  };
}

function figuresOf(runs: PreviewRun[]): Figure[] {
  const most = (of: (one: PreviewRun) => number) => Math.max(...runs.map(of));
  const inSeconds = (name: string, of: (one: PreviewRun) => number, atMost: number): Figure => ({
    name,
    value: most(of),
    unit: 's',
    goal: { atMost },
  });
  const late = runs.find(({ firstPart }) => typeof firstPart === 'string')?.firstPart;
  return [
    inSeconds('title', ({ title }) => title, GOALS.text),
    inSeconds('title and first lines', ({ firstLines }) => firstLines, GOALS.text),
    inSeconds('sound after the tap', ({ sound }) => sound, GOALS.sound),
    {
      name: 'shortest sound',
      value: Math.min(...runs.map(({ seconds }) => seconds)),
      unit: 's',
      goal: { atLeast: LENGTH.least },
    },
    inSeconds('longest sound', ({ seconds }) => seconds, LENGTH.most),
    firstPartFigure(
      'first part of its order after the payment',
      late ?? most(({ firstPart }) => Number(firstPart)),
      GOALS.firstPart,
    ),
    {
      name: 'lines of it that its order bought again',
      value: runs.reduce((sum, { boughtAgain }) => sum + boughtAgain, 0),
      goal: { atMost: 0 },
    },
  ];
}
