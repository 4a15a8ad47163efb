import { test as base, type Cookie } from '@playwright/test';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { FIRST_SAMPLES, SAMPLE_MINUTES } from '../server/samples/first.ts';
import { finished, pay, placeOrder } from './orders.ts';
import { openProduct, type Product, SHORT } from './product.ts';
import { become, callApi } from './signIn.ts';
import { setFaults } from './standins.ts';

/** An episode that was bought and made, and the cookies of its owner. */
interface Bought {
  order: Order;
  episode: Podcast;
  owner: Cookie[];
}

export interface Options {
  /** Of which visits axe judges the screen: of all, of one to each distinct screen, or of none. */
  audits: 'all' | 'once' | 'none';
}

interface OfTest extends Options {
  /** The most minutes that are made of what this test buys. */
  minutes: number;
  around: undefined;
}

interface OfWorker {
  /** Added to the product's environment. */
  settings: Record<string, string>;
  /** Every worker has its own: its faults, its admins and its letters are nobody else's. */
  product: Product;
  /** Two finished episodes, both shown as demos; the newer one first, as the pages show them. */
  demos: [Bought, Bought];
}

export const test = base.extend<OfTest, OfWorker>({
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
      // One after the other: the newest is shown first.
      for (const { hosts, ...brief } of FIRST_SAMPLES.slice(-2)) {
        const [voice1Id, voice2Id] = hosts;
        const order = await placeOrder(page, { ...brief, voice1Id, voice2Id });
        paid.push({ order, publicId: await pay(page, order) });
      }
      await product.makeAtMost(SHORT);
      const owner = await context.cookies();
      const bought: Bought[] = [];
      for (const { order, publicId } of paid.reverse()) {
        bought.push({ order, episode: await finished(page, publicId), owner });
      }
      await context.close();
      // Elsewhere: whoever signs in ends the session that was there, and the owner's is to be kept.
      const desktop = await browser.newContext();
      const admin = await desktop.newPage();
      await become(admin, 'admin');
      for (const { episode } of bought) {
        const path = `/api/admin/podcasts/${episode.publicId}/sample`;
        await callApi(admin, 'PUT', path, { isSample: true });
      }
      await desktop.close();
      await use(bought as [Bought, Bought]);
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  audits: ['once', { option: true }],
  minutes: [SHORT, { option: true }],
  baseURL: ({ product }, use) => use(product.url),
  around: [
    async ({ product, minutes }, use, testInfo) => {
      const from = product.output().length;
      await product.makeAtMost(minutes);
      await use(undefined);
      await setFaults({});
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('product.log', { body: product.output().slice(from) });
    },
    { auto: true },
  ],
});
