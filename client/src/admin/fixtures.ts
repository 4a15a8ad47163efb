import { configure } from '@testing-library/react';
import { beforeAll } from 'vitest';
import type { Account } from '#shared/account.ts';
import type {
  AdminOrder,
  AdminOrderDetail,
  AdminPodcast,
  PaymentEventSummary,
} from '#shared/admin.ts';
import type { DiscountCode } from '#shared/discount.ts';
import { mira } from '../testing.tsx';

/* What the tests of this room are answered with. */

// Every view is its own file, loaded when first asked for: on a busy machine that takes its time.
configure({ asyncUtilTimeout: 5000 });
beforeAll(async () => {
  await Promise.all([
    import('./CodesView.tsx'),
    import('./OrdersView.tsx'),
    import('./EventsView.tsx'),
    import('./EpisodesView.tsx'),
    import('./MessagesView.tsx'),
    import('./UsersView.tsx'),
    import('./SalesView.tsx'),
    import('./AuditView.tsx'),
    import('../ui/ToastStack.tsx'),
  ]);
}, 60_000);

const at = '2026-03-04T05:06:07.000Z';

const admin: Account = { ...mira, email: 'admin@example.com', isAdmin: true };
export const signedIn = { 'GET /api/auth/me': { user: admin } };

export const aCode = (own: Partial<DiscountCode> = {}): DiscountCode => ({
  id: 1,
  code: 'WELCOME20',
  discountPercent: 20,
  maxUses: 50,
  usedCount: 3,
  isActive: true,
  createdBy: 'admin@example.com',
  expiresAt: '2031-05-04T23:59:59.999Z',
  minimumDuration: 15,
  createdAt: at,
  ...own,
});

export const anOrder = (own: Partial<AdminOrder> = {}): AdminOrder => ({
  id: 'o1',
  status: 'paid',
  topic: 'Why do cats purr?',
  tone: 'Normal',
  style: 'Conversation',
  duration: 15,
  voice1Id: 'v1',
  voice1Name: 'Brian',
  voice2Id: 'v2',
  voice2Name: 'Lily',
  email: 'letter@example.com',
  discountCode: null,
  listPrice: 599,
  discountAmount: 0,
  total: 599,
  currency: 'USD',
  isBonus: false,
  transactionId: 'txn_1',
  podcast: null,
  createdAt: at,
  expiresAt: at,
  account: 'ann@example.com',
  flag: null,
  paidAt: at,
  refundId: null,
  refundedAt: null,
  ...own,
});

export const aPodcast = (own: Partial<AdminPodcast> = {}): AdminPodcast => ({
  publicId: 'p1',
  orderId: 'o1',
  title: 'Cats, explained',
  topic: 'Why do cats purr?',
  duration: 15,
  voice1Name: 'Brian',
  voice2Name: 'Lily',
  email: 'letter@example.com',
  status: 'completed',
  stage: 'telling',
  failure: null,
  attempts: 0,
  stuckSince: null,
  retry: null,
  quality: { lengthError: 0.011, loudness: -16.2, truePeak: -1.4 },
  costs: null,
  revenueCents: 0,
  durationSeconds: 910,
  isSample: false,
  listenUrl: '/listen?episode=token',
  createdAt: at,
  completedAt: at,
  ...own,
});

export const anEvent = (own: Partial<PaymentEventSummary> = {}): PaymentEventSummary => ({
  id: 'evt_1',
  type: 'transaction.completed',
  transactionId: 'txn_1',
  occurredAt: at,
  receivedAt: at,
  handledAt: at,
  outcome: 'settled',
  ...own,
});

export const aDetail = (own: Partial<AdminOrderDetail> = {}): AdminOrderDetail => ({
  ...anOrder(own),
  paymentEvents: [anEvent()],
  episode: aPodcast(),
  letters: [
    {
      kind: 'ready',
      recipient: 'letter@example.com',
      attempts: 1,
      createdAt: at,
      sentAt: at,
      bounce: null,
    },
  ],
  ...own,
});
