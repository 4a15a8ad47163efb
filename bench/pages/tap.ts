import {
  type Browser,
  type BrowserContext,
  chromium,
  devices,
  type Locator,
  type Page,
} from '@playwright/test';
import { launchOptions } from '../../scripts/chromium.ts';
import { eventually } from '../../server/testing/eventually.ts';
import { type Customer, openCustomer, pairAt } from '../customer.ts';
import type { Figure, Result } from '../figures.ts';
import { REALISTIC, type Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { run } from './program.ts';

const MINUTES = 10;
const TOPIC = 'Why the sea glows at night';
const RUNS = { usual: 3, quick: 1 };
/** A weak 4G and a slow 3G; a tap must be heard there within `goal` seconds. */
const LINES = [
  { kilobits: 1600, latency: 150, goal: 1.5 },
  { kilobits: 400, latency: 400, goal: 3 },
];

interface Place {
  name: string;
  path: string;
  key(page: Page): Locator;
  /** What the browser keeps of an earlier visit. */
  kept?: Awaited<ReturnType<BrowserContext['storageState']>>;
}

/** Seconds from a tap on Play to the first sound, on a page opened on the same slow line. */
export async function measureTap(stage: Stage, quick: boolean): Promise<Result> {
  await run('scripts/setup.mjs', ['--browser']);
  await run('scripts/build.ts');
  await stage.setSpeeds(null);
  const customer = await openCustomer(stage);
  const { url } = customer.product;
  const browser = await chromium.launch(launchOptions());
  try {
    const places = await placesIn(browser, url, customer);
    const figures: Figure[] = [];
    for (const { kilobits, latency, goal } of LINES) {
      for (const place of places) {
        console.log(`Tapping ${place.name} at ${kilobits} kbit/s`);
        const taken: number[] = [];
        for (let at = 0; at < (quick ? RUNS.quick : RUNS.usual); at++) {
          taken.push(await tap(browser, url, place, { kilobits, latency }));
        }
        const name = `${place.name}, ${kilobits} kbit/s: tap to sound`;
        figures.push({ name, value: median(taken), unit: 's', goal: { atMost: goal } });
      }
    }
    return {
      area: 'tap',
      figures,
      notes: [
        `A Pixel 7’s screen, each page opened on that line with nothing cached, Play tapped as soon as it can be; ${LINES.map(({ kilobits, latency }) => `${latency} ms of latency at ${kilobits} kbit/s`).join(', ')}. Until the element’s time moves; medians.`,
      ],
      details: {},
    };
  } finally {
    await browser.close();
    await customer.product.end('SIGTERM');
  }
}

async function placesIn(
  browser: Browser,
  baseURL: string,
  { buyer, voices, stage }: Customer,
): Promise<Place[]> {
  const order = { topic: TOPIC, minutes: MINUTES, voices: pairAt(voices, 0) };
  console.log('Making an episode, a preview, and an episode that takes its time');
  const finished = await buyer.delivered((await buyer.buy(order)).publicId, 600);
  const { publicId, listenUrl, title } = finished;
  await stage.pool.query('update podcasts set is_sample = true where public_id = $1', [publicId]);
  const preview = await hearPreview(browser, baseURL);
  console.log('The preview is there');
  // Slow voices and the longest length: it is still in production at the end.
  await stage.setSpeeds({ ...REALISTIC, perSecond: 1 });
  const making = await buyer.buy({ ...order, topic: 'How rivers move', minutes: 25 });
  const parts = await buyer.firstPart(making.publicId);
  if (typeof parts === 'string') throw new Error(parts);
  const [name = '', value = ''] = buyer.cookie.split(/=(.*)/);
  const { hostname: domain } = new URL(baseURL);
  const mine = { name, value, domain, path: '/', expires: -1, secure: false };
  const play = (page: Page) => page.getByRole('button', { name: 'Play', exact: true });
  const pathOf = (address: string) => address.slice(address.indexOf('/listen'));
  return [
    {
      name: 'a sample',
      path: '/',
      key: (page) => page.getByRole('button', { name: `Play ${title}` }),
    },
    { name: 'a finished episode', path: pathOf(listenUrl), key: play },
    {
      name: 'one in the making',
      path: `/listen?episode=${making.publicId}`,
      kept: { cookies: [{ ...mine, httpOnly: true, sameSite: 'Lax' }], origins: [] },
      key: play,
    },
    {
      name: 'a preview',
      path: '/create',
      kept: preview,
      key: (page) => page.getByRole('button', { name: 'Play how it starts' }),
    },
  ];
}

async function hearPreview(browser: Browser, baseURL: string) {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL });
  const page = await context.newPage();
  await page.goto(`/create?topic=${encodeURIComponent(TOPIC)}`);
  await page.getByRole('button', { name: 'Hear how it starts' }).click();
  await page.getByRole('button', { name: 'Play how it starts' }).click();
  await page.getByText(/^0:\d\d of /).waitFor({ timeout: 120_000 });
  const kept = await context.storageState();
  await context.close();
  return kept;
}

async function tap(
  browser: Browser,
  baseURL: string,
  { path, key, kept }: Place,
  { kilobits, latency }: { kilobits: number; latency: number },
): Promise<number> {
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    baseURL,
    ...(kept && { storageState: kept }),
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(keepSounds);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    const bytes = (kilobits * 1000) / 8;
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    });
    await page.goto(path);
    await key(page).tap({ timeout: 120_000 });
    const secondsToSound = () => page.evaluate<number | null>(() => Reflect.get(window, 'heard'));
    return await eventually('it sounds', secondsToSound, 120);
  } finally {
    await context.close();
  }
}

/** Runs in the page: sets `heard` to the seconds from the last press to the first sound. */
function keepSounds(): void {
  let pressed = 0;
  const sounds = new Set<HTMLMediaElement>();
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
    sounds.add(this);
    return play.call(this);
  };
  Object.assign(window, { heard: null });
  document.addEventListener('click', () => (pressed = performance.now()), true);
  const look = () => {
    const isAudible = [...sounds].some(({ paused, currentTime }) => !paused && currentTime > 0);
    if (isAudible) Object.assign(window, { heard: (performance.now() - pressed) / 1000 });
    else requestAnimationFrame(look);
  };
  look();
}
