import { FIRST_SAMPLES } from '../../server/production/demos/first.ts';
import { openBuyer } from '../../server/testing/buyer.ts';
import { eventually } from '../../server/testing/eventually.ts';
import type { Figure } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { slowestOf } from './interactions.ts';
import { type Visit, visitAll } from './phone.ts';

/** Largest good INP, ms (https://web.dev/articles/inp). */
const GOOD = 200;
const RUNS = { usual: 3, quick: 1 };
/** The longest length on sale has the longest transcript. */
const LONGEST = 25;

export async function measureInp(
  stage: Stage,
  quick: boolean,
): Promise<{ figures: Figure[]; visits: Visit[] }> {
  await stage.setSpeeds(null);
  const product = await stage.startProduct({ SAMPLES: 'on' });
  try {
    console.log('Making the demos and an episode to look at');
    const episode = await longEpisode(product.url, stage);
    await demosOf(product.url);
    const visits = await visitAll(product.url, episode, quick ? RUNS.quick : RUNS.usual);
    return { figures: figuresOf(visits), visits };
  } finally {
    await product.end('SIGTERM');
  }
}

export function figuresOf(visits: Visit[]): Figure[] {
  const byPage = Map.groupBy(visits, ({ page }) => page);
  return [...byPage].map(([page, ofPage]) => {
    const worst = ofPage.map(({ interactions }) => slowestOf(interactions));
    const { step, milliseconds } = slowestOf(worst);
    return {
      name: `${page}: INP`,
      value: median(worst.map((one) => one.milliseconds)),
      unit: 'ms',
      goal: { atMost: GOOD },
      note: `slowest of all: ${step}, ${milliseconds} ms`,
    };
  });
}

async function longEpisode(url: string, stage: Stage): Promise<string> {
  const buyer = await openBuyer(url, stage);
  const [one = '', two = ''] = await buyer.voices();
  const order = {
    topic: 'How rivers move',
    minutes: LONGEST,
    voices: [one, two] as [string, string],
  };
  const { publicId } = await buyer.buy(order);
  const { listenUrl } = await buyer.delivered(publicId, 1800);
  const { pathname, search } = new URL(listenUrl, url);
  return pathname + search;
}

/** Waits until all demos are made, because making them slows the pages down. */
async function demosOf(url: string): Promise<void> {
  await eventually(
    'the demos are made',
    async () => {
      const reply = await fetch(`${url}/api/samples`);
      const { samples } = (await reply.json()) as { samples: unknown[] };
      return samples.length >= FIRST_SAMPLES.length;
    },
    600,
  );
}
