import type { ADJUSTMENT_STATUSES, ADJUSTMENT_TYPES } from '#shared/order.ts';

/** `total` is in integer US cents, tax included. */
export interface Charge {
  orderId: string;
  description: string;
  total: number;
}

export interface Transaction {
  id: string;
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  orderId: string | null;
  /** `unitPrice` is in the lowest denomination of `currency`. */
  items: { unitPrice: number; currency: string; quantity: number }[];
  hasForeignDiscount: boolean;
}

/** A refund, credit or chargeback, pending or decided. */
export interface Adjustment {
  id: string;
  transactionId: string;
  action: 'refund' | 'chargeback' | 'chargeback_reverse' | 'chargeback_warning' | 'credit' | string;
  type: (typeof ADJUSTMENT_TYPES)[number];
  status: (typeof ADJUSTMENT_STATUSES)[number];
  /** When it reached this status, by Paddle's clock. */
  changedAt: Date;
}

/** A webhook with a valid signature. */
export type PaymentEvent = {
  id: string;
  type: string;
  occurredAt: Date;
  /** The body, or `{ raw }` if it is not a JSON object; without characters that PostgreSQL rejects. */
  payload: Record<string, unknown>;
} & (
  | { about: 'transaction'; transaction: Transaction }
  | { about: 'adjustment'; adjustment: Adjustment }
  | { about: 'key'; key: KeyNews }
  | { about: 'something else' }
  /** Signed, but in no known format; `trouble` says what is wrong. */
  | { about: 'unreadable'; trouble: string; names: Named }
);

/** The ids that an event names, if readable: the account may sell other products, too. */
export interface Named {
  transactionId: string | null;
  orderId: string | null;
}

/** A key of the account that stops working; it may be ours. */
export interface KeyNews {
  kind: 'API key' | 'client-side token';
  news: 'expiring' | 'expired' | 'revoked';
  name: string;
  endsAt: Date | null;
}

export interface Payments {
  /** Opens a transaction the browser's overlay can collect. Throws `ProviderFailure`. */
  open(charge: Charge): Promise<{ transactionId: string }>;
  /** Opens a draft to see whether Paddle sells for us. Throws `ProviderFailure`. */
  probe(): Promise<void>;
  find(transactionId: string): Promise<Transaction | null>;
  /** Throws `ProviderFailure('rejected')` for a paid transaction, and for a draft. */
  cancel(transactionId: string): Promise<void>;
  /**
   * Throws `ProviderFailure('rejected')` unless the transaction is a draft or ready
   * (developer.paddle.com/api-reference/transactions/update-transaction).
   */
  reprice(transactionId: string, charge: Charge): Promise<void>;
  /**
   * Requests a refund of all that remains; Paddle may take hours to approve it. Idempotent: a
   * refund that is pending or approved is returned again, even to concurrent callers.
   */
  refund(transactionId: string, reason: string): Promise<Adjustment>;
  findRefund(transactionId: string, adjustmentId: string): Promise<Adjustment | null>;
  /** The newest adjustments of the whole account, oldest first, ours or not. */
  recentAdjustments(): Promise<Adjustment[]>;
  /** Valid for an hour; null before the payment is completed. Throws `ProviderFailure`. */
  invoiceLink(transactionId: string): Promise<string | null>;
  /** Throws `Problem('bad_signature')` for a forged, altered, stale or unsigned one. */
  readEvent(rawBody: Buffer, signature: string | undefined): Promise<PaymentEvent>;
  /** For a stored event, which was verified before. */
  rereadEvent(payload: Record<string, unknown>): PaymentEvent;
}

/** A call is a mistake: where nothing is sold, no order has anything to pay. */
const refuse = async (): Promise<never> => {
  throw new Error('Nothing is sold here (SALES=off), so there is no payment');
};

export const noPayments: Payments = {
  open: refuse,
  probe: refuse,
  find: refuse,
  cancel: refuse,
  reprice: refuse,
  refund: refuse,
  findRefund: refuse,
  recentAdjustments: async () => [],
  invoiceLink: refuse,
  readEvent: refuse,
  rereadEvent() {
    throw new Error('Nothing is sold here (SALES=off), so there is no payment event');
  },
};
