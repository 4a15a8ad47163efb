import type { ADJUSTMENT_STATUSES, ADJUSTMENT_TYPES } from '#shared/order.ts';

/** What Paddle is asked to collect. Amounts are integer US cents, tax included. */
export interface Charge {
  orderId: string;
  description: string;
  total: number;
}

export interface Transaction {
  id: string;
  status: 'draft' | 'ready' | 'billed' | 'paid' | 'completed' | 'canceled' | 'past_due';
  orderId: string | null;
  /** One line each; `unitPrice` in the lowest denomination of `currency`. */
  items: { unitPrice: number; currency: string; quantity: number }[];
  hasForeignDiscount: boolean;
}

/** A refund, credit or chargeback, pending or decided. */
export interface Adjustment {
  id: string;
  transactionId: string;
  action: 'refund' | 'chargeback' | 'chargeback_reverse' | 'chargeback_warning' | 'credit' | string;
  /** The whole remaining sum, or a part of it. */
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
  /** Signed, but not in a known format; `trouble` says what is wrong with it. */
  | { about: 'unreadable'; trouble: string; names: Named }
);

/** What an event names, if it can be read: the account may sell other products too. */
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
  /**
   * Opens a transaction without an order, to see whether Paddle sells for us. It costs nothing and
   * stays a draft. Throws `ProviderFailure`.
   */
  probe(): Promise<void>;
  find(transactionId: string): Promise<Transaction | null>;
  /**
   * Makes an unpaid transaction uncollectable. Throws `ProviderFailure('rejected')` for a paid one, and
   * for a draft (its buyer has not entered any details), which Paddle cannot cancel.
   */
  cancel(transactionId: string): Promise<void>;
  /**
   * Changes the total that a transaction collects. Throws `ProviderFailure('rejected')` unless
   * it is a draft or ready (developer.paddle.com/api-reference/transactions/update-transaction).
   */
  reprice(transactionId: string, charge: Charge): Promise<void>;
  /**
   * Requests a refund of the whole remaining sum, which Paddle may take hours to approve. Idempotent:
   * a refund that is pending or approved is returned again, even to concurrent callers.
   */
  refund(transactionId: string, reason: string): Promise<Adjustment>;
  /** The current state of a refund, or null when Paddle does not know it. */
  findRefund(transactionId: string, adjustmentId: string): Promise<Adjustment | null>;
  /** The newest adjustments of the whole account, oldest first, ours or not. */
  recentAdjustments(): Promise<Adjustment[]>;
  /**
   * A link to a transaction's invoice, valid for an hour, or null before the payment is completed.
   * Throws `ProviderFailure`.
   */
  invoiceLink(transactionId: string): Promise<string | null>;
  /** Throws `Problem('bad_signature')` for a forged, altered, stale or unsigned one. */
  readEvent(rawBody: Buffer, signature: string | undefined): Promise<PaymentEvent>;
  /** Reads a stored event, which was verified before. */
  rereadEvent(payload: Record<string, unknown>): PaymentEvent;
}
