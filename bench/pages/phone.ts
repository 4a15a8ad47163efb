import { type Browser, chromium, devices } from '@playwright/test';
import { hydrated } from '../../e2e/hydration.ts';
import { launchOptions } from '../../scripts/chromium.ts';
import { allEventTimings, collectEventTimings } from './eventTiming.ts';
import { type Interaction, interactionsOf } from './interactions.ts';
import { listen, TASKS } from './tasks.ts';
import { thumbOn } from './thumb.ts';

/** Slows a laptop's CPU to a mid-tier phone's: the factor Lighthouse uses for mobile. */
export const SLOWDOWN = 4;

export interface Visit {
  page: string;
  interactions: Interaction[];
}

export async function visitAll(baseURL: string, episode: string, runs: number): Promise<Visit[]> {
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
