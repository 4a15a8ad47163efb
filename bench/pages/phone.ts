import { type Browser, chromium, devices } from '@playwright/test';
import { hydrated } from '../../e2e/hydration.ts';
import { launchOptions } from '../../scripts/chromium.ts';
import { everythingHeard, listenTo } from './ear.ts';
import { ERRANDS, listen } from './errands.ts';
import { type Interaction, interactionsOf } from './interactions.ts';
import { thumbOn } from './thumb.ts';

/** Makes a laptop's CPU that of a mid-tier phone: Lighthouse's factor for its mobile figures. */
export const SLOWDOWN = 4;

/** One errand on one page. */
export interface Visit {
  page: string;
  interactions: Interaction[];
}

/** Runs every errand `runs` times, each as somebody who has never been there, on a slow phone. */
export async function visitAll(baseURL: string, episode: string, runs: number): Promise<Visit[]> {
  const browser = await chromium.launch(launchOptions());
  const errands = Object.entries({ ...ERRANDS, [episode]: listen });
  const visits: Visit[] = [];
  try {
    for (const [path, errand] of errands) {
      for (let run = 0; run < runs; run++) {
        console.log(`Using ${path}`);
        visits.push(await visit(browser, baseURL, path, errand));
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
  errand: (typeof ERRANDS)[string],
): Promise<Visit> {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await listenTo(page);
    await page.goto(path);
    await hydrated(page);
    const thumb = thumbOn(page);
    const opened = await page.evaluate(() => performance.timeOrigin);
    await errand(page, thumb);
    const heard = await everythingHeard(page);
    if ((await page.evaluate(() => performance.timeOrigin)) !== opened) {
      throw new Error(`${path}: the errand left the document, and what was heard there is lost`);
    }
    return { page: path.replace(/\?.*/, ''), interactions: interactionsOf(heard, thumb.steps) };
  } finally {
    await context.close();
  }
}
