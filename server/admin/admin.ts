import type { z } from 'zod';
import type { eventSearch, orderSearch, podcastSearch, userSearch } from '#shared/admin.ts';
import type { DiscountCodeRequest } from '#shared/discount.ts';
import type { ModelSet } from '#shared/models.ts';
import type { User } from '../auth/user.ts';
import type { CreditWatch } from '../availability/credits.ts';
import type { CheckRuns } from '../checks/checkRuns.ts';
import type { Db } from '../db/open.ts';
import type { Offer } from '../models/offer.ts';
import { listAudit } from './audit.ts';
import { askForChecks } from './checks.ts';
import { createCode, listCodes, switchCode } from './codes.ts';
import { findEvent, listEvents } from './events.ts';
import { figures } from './figures.ts';
import { type Gauges, health } from './health.ts';
import { handleMessage, listMessages } from './messages.ts';
import { changeModels } from './models.ts';
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

export type Admin = ReturnType<typeof openAdmin>;

/** What admins see and do. Every action is audited in the same transaction. */
export function openAdmin(
  tools: {
    db: Db;
    orders: Asks;
    queue: Requeue;
    inspector: Pick<CheckRuns, 'state' | 'wish'>;
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
      state: () => tools.inspector.state(),
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
