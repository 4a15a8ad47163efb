import { type Browser, chromium, devices } from '@playwright/test';
import { hydrated } from '../../e2e/hydration.ts';
import { launchOptions } from '../../scripts/chromium.ts';
import { FIRST_SAMPLES } from '../../server/production/demos/first.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { type Customer, openCustomer, pairAt } from '../customer.ts';
import type { Figure } from '../figures.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import {
  allEventTimings,
  collectEventTimings,
  type Interaction,
  interactionsOf,
  slowestOf,
} from './interactions.ts';
import { listen, TASKS } from './tasks.ts';
import { thumbOn } from './thumb.ts';

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
  const customer = await openCustomer(stage, { SAMPLES: 'on' });
  const { url } = customer.product;
  try {
    console.log('Making the demos and an episode to look at');
    const episode = await longEpisode(customer);
    await demosOf(url);
    const visits = await visitAll(url, episode, quick ? RUNS.quick : RUNS.usual);
    return { figures: figuresOf(visits), visits };
  } finally {
    await customer.product.end('SIGTERM');
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

async function longEpisode({ product, buyer, voices }: Customer): Promise<string> {
  const order = { topic: 'How rivers move', minutes: LONGEST, voices: pairAt(voices, 0) };
  const { publicId } = await buyer.buy(order);
  const { listenUrl } = await buyer.delivered(publicId, 1800);
  const { pathname, search } = new URL(listenUrl, product.url);
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

/** Slows a laptop's CPU to a mid-tier phone's: the factor Lighthouse uses for mobile. */
export const SLOWDOWN = 4;

interface Visit {
  page: string;
  interactions: Interaction[];
}

async function visitAll(baseURL: string, episode: string, runs: number): Promise<Visit[]> {
  const browser = await chromium.launch(launchOptions());
  const tasks = Object.entries({ ...TASKS, [episode]: listen });
  const visits: Visit[] = [];
  try {
    for (const [path, task] of tasks) {
      for (let run = 0; run < runs; run++) {
        console.log(`Using ${path}`);
        visits.push(await visit(browser, baseURL, path, task));
      }
    }
  } finally {
    await browser.close();
  }
  return visits;
}

async function visit(
  browser: Browser,
  baseURL: string,
  path: string,
  task: (typeof TASKS)[string],
): Promise<Visit> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await collectEventTimings(page);
    await page.goto(path);
    await hydrated(page);
    const thumb = thumbOn(page);
    const opened = await page.evaluate(() => performance.timeOrigin);
    await task(page, thumb);
    const events = await allEventTimings(page);
    if ((await page.evaluate(() => performance.timeOrigin)) !== opened) {
      throw new Error(`${path}: the task left the document, so its event timings are lost`);
    }
    return { page: path.replace(/\?.*/, ''), interactions: interactionsOf(events, thumb.steps) };
  } finally {
    await context.close();
  }
}
