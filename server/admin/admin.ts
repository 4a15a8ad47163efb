import type { z } from 'zod';
import type { eventSearch, Health, orderSearch, podcastSearch, userSearch } from '#shared/admin.ts';
import type { Checks } from '#shared/checks.ts';
import type { DiscountCodeRequest } from '#shared/discount.ts';
import type { ModelSet, ModelsState } from '#shared/models.ts';
import type { User } from '../auth/user.ts';
import type { CreditWatch } from '../availability/credits.ts';
import type { SalesGate } from '../availability/salesGate.ts';
import type { CheckRuns } from '../checks/checkRuns.ts';
import type { Costs } from '../costs/costs.ts';
import type { Db } from '../db/open.ts';
import type { Offer } from '../models/offer.ts';
import { mailOutage } from '../outbox/outage.ts';
import { listAudit, record } from './audit.ts';
import { createCode, listCodes, switchCode } from './codes.ts';
import { findEvent, listEvents } from './events.ts';
import { figures } from './figures.ts';
import { handleMessage, listMessages } from './messages.ts';
import {
  type Asks,
  clearFlag,
  type RefundWish,
  recheckOrder,
  refundOrder,
} from './orderActions.ts';
import { findOrder, listOrders } from './orders.ts';
import type { Page } from './paging.ts';
import { listPodcasts, setSample } from './podcasts.ts';
import { type Requeue, retryPodcast } from './retry.ts';
import { listUsers } from './users.ts';

/** Timeout for the trial line, ms. */
const DEADLINE = 45_000;

interface Gauges {
  salesGate: Pick<SalesGate, 'outages' | 'producers' | 'pausedReason'>;
  costs: Pick<Costs, 'cap' | 'spentToday'>;
}

export type Admin = ReturnType<typeof openAdmin>;

/** What admins see and do. Every action is audited in the same transaction. */
export function openAdmin(
  tools: {
    db: Db;
    orders: Asks;
    queue: Requeue;
    checkRuns: Pick<CheckRuns, 'state' | 'request'>;
    offer: Offer;
    credits: Pick<CreditWatch, 'state'>;
  } & Gauges,
) {
  const { db } = tools;
  return {
    codes: {
      list: (page: Page) => listCodes(db, page),
      create: (actor: User, request: DiscountCodeRequest) => createCode(db, actor, request),
      switch: (actor: User, id: number, isActive: boolean) => switchCode(db, actor, id, isActive),
    },
    orders: {
      list: (search: Page & z.output<typeof orderSearch>) => listOrders(db, search),
      find: (publicId: string) => findOrder(db, publicId),
      async refund(actor: User, publicId: string, wish: RefundWish) {
        await refundOrder(tools, actor, publicId, wish);
        return findOrder(db, publicId);
      },
      async recheck(actor: User, publicId: string) {
        await recheckOrder(tools, actor, publicId);
        return findOrder(db, publicId);
      },
      async clearFlag(actor: User, publicId: string) {
        await clearFlag(db, actor, publicId);
        return findOrder(db, publicId);
      },
    },
    events: {
      list: (search: z.output<typeof eventSearch> & { cursor: string | null; limit: number }) =>
        listEvents(db, search),
      find: (id: string) => findEvent(db, id),
    },
    messages: {
      list: (page: Page) => listMessages(db, page),
      handle: (actor: User, id: number) => handleMessage(db, actor, id),
    },
    podcasts: {
      list: (search: Page & z.output<typeof podcastSearch>) => listPodcasts(db, search),
      feature: (actor: User, publicId: string, isSample: boolean) =>
        setSample(db, actor, publicId, isSample),
      retry: (actor: User, publicId: string, isGift: boolean) =>
        retryPodcast(tools, actor, publicId, isGift),
    },
    users: { list: (search: Page & z.output<typeof userSearch>) => listUsers(db, search) },
    figures: () => figures(db),
    health: () => health(tools),
    checks: {
      state: () => tools.checkRuns.state(),
      ask: (actor: User, buy: boolean) => askForChecks(tools, actor, buy),
    },
    models: {
      state: () => tools.offer.state(),
      change: (actor: User, set: ModelSet) => changeModels(tools, actor, set),
    },
    credits: () => tools.credits.state(),
    audit: { list: (page: Page) => listAudit(db, page) },
  };
}

/** Whether sales are open, and if not, why; and whether emails are being sent. */
async function health({ db, salesGate, costs }: Gauges & { db: Db }): Promise<Health> {
  const { known, able } = await salesGate.producers();
  const mail = await mailOutage(db);
  const outages = [...(await salesGate.outages()), ...(mail ? [mail] : [])];
  return {
    selling: (await salesGate.pausedReason()) === null,
    producing: able > 0 || known === 0,
    outages: outages.map(({ since, ...outage }) => ({ ...outage, since: since.toISOString() })),
    spentToday: await costs.spentToday(),
    cap: costs.cap,
  };
}

/** Has the providers checked, by whichever instance makes episodes. */
async function askForChecks(
  { db, checkRuns }: { db: Db; checkRuns: Pick<CheckRuns, 'state' | 'request'> },
  actor: User,
  buy: boolean,
): Promise<Checks> {
  await db.transaction(async (tx) => {
    await checkRuns.request(tx, buy);
    await record(tx, {
      actor,
      action: buy ? 'providers checked with purchases' : 'providers checked',
      target: 'checks',
    });
  });
  return checkRuns.state();
}

/** Uses other models for new orders from now on. Throws as `Offer.adopt` does. */
async function changeModels(
  { offer }: { offer: Offer },
  actor: User,
  set: ModelSet,
): Promise<ModelsState> {
  const note = { actor, action: 'models changed', target: 'models', detail: set };
  await offer.adopt(set, (tx) => record(tx, note), AbortSignal.timeout(DEADLINE));
  return offer.state();
}
