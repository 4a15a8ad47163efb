import { test as base, type Cookie } from '@playwright/test';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { note } from '../scripts/testing/notes.ts';
import { FIRST_SAMPLES, SAMPLE_MINUTES } from '../server/production/demos/first.ts';
import { finished, pay, placeOrder } from './orders.ts';
import { openProduct, type Product, SHORT } from './product.ts';
import { become, callApi } from './signIn.ts';
import { setFaults } from './standins.ts';

export interface PurchasedEpisode {
  order: Order;
  episode: Podcast;
  owner: Cookie[];
}

export interface Options {
  /** Which visits axe checks: all, or the first to each distinct screen. */
  audits: 'all' | 'once';
}

interface TestFixtures extends Options {
  /** Whether the form knows that its writer is the demo's, and so asks for a demo subject. */
  knowsDemo: boolean;
  minutes: number;
  perTest: undefined;
}

interface WorkerFixtures {
  settings: Record<string, string>;
  product: Product;
  /** Two finished demo episodes, the newer first, as pages show them. */
  demos: [PurchasedEpisode, PurchasedEpisode];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  product: [
    async ({ settings }, use) => {
      await using product = await openProduct(settings);
      await use(product);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  demos: [
    async ({ browser, product }, use) => {
      await product.makeAtMost(SAMPLE_MINUTES);
      const context = await browser.newContext();
      const page = await context.newPage();
      await become(page, 'signed in');
      const paid: { order: Order; publicId: string }[] = [];
      // One after the other, because pages show the newest first.
      for (const { hosts, ...brief } of FIRST_SAMPLES.slice(-2)) {
        const [voice1Id, voice2Id] = hosts;
        const order = await placeOrder(page, { ...brief, voice1Id, voice2Id });
        paid.push({ order, publicId: await pay(page, order) });
      }
      await product.makeAtMost(SHORT);
      const owner = await context.cookies();
      const purchased: PurchasedEpisode[] = [];
      for (const { order, publicId } of paid.reverse()) {
        purchased.push({ order, episode: await finished(page, publicId), owner });
      }
      await context.close();
      // Another context: signing in ends the context's session, and the owner's must remain.
      const adminContext = await browser.newContext();
      const admin = await adminContext.newPage();
      await become(admin, 'admin');
      for (const { episode } of purchased) {
        const path = `/api/admin/podcasts/${episode.publicId}/sample`;
        await callApi(admin, 'PUT', path, { isSample: true });
      }
      await adminContext.close();
      const [newer, older] = purchased;
      if (!newer || !older) throw new Error('There must be two demos');
      await use([newer, older]);
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  knowsDemo: [false, { option: true }],
  context: async ({ context, knowsDemo }, use) => {
    if (!knowsDemo) await context.addInitScript(hideDemo);
    await use(context);
  },
  audits: ['once', { option: true }],
  minutes: [SHORT, { option: true }],
  baseURL: ({ product }, use) => use(product.url),
  perTest: [
    async ({ product, minutes }, use, testInfo) => {
      const from = product.output().length;
      await product.makeAtMost(minutes);
      await use(undefined);
      await setFaults({});
      if (testInfo.retry > 0) note({ repeated: testInfo.titlePath.join(' > ') });
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('product.log', { body: product.output().slice(from) });
    },
    { auto: true },
  ],
});

/** Lets any topic be ordered. A route instead would switch off the browser's cache. */
export function hideDemo() {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const reply = await fetch(input, init);
    if (!reply.ok || !String(input).endsWith('/api/config')) return reply;
    const config = await reply.json();
    const standins = config.standins.filter((name: string) => name !== 'OpenAI');
    return Response.json({ ...config, standins });
  };
}
