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

export const ADJUSTMENT_TYPES = ['full', 'partial'] as const;
export const ADJUSTMENT_STATUSES = [
  'pending_approval',
  'approved',
  'rejected',
  'reversed',
] as const;

/** Money that goes back, or may. */
export interface Adjustment {
  id: string;
  transactionId: string;
  action: 'refund' | 'chargeback' | 'chargeback_reverse' | 'chargeback_warning' | 'credit' | string;
  /** All that was left of the sum, or less. */
  type: (typeof ADJUSTMENT_TYPES)[number];
  status: (typeof ADJUSTMENT_STATUSES)[number];
  /** When it became so, by Paddle's clock. */
  changedAt: Date;
}

/** A webhook whose signature held. */
export type PaymentEvent = {
  id: string;
  type: string;
  occurredAt: Date;
  /** The body as it came, or `{ raw }` for one that is no JSON object; without what a database refuses. */
  payload: Record<string, unknown>;
} & (
  | { about: 'transaction'; transaction: Transaction }
  | { about: 'adjustment'; adjustment: Adjustment }
  | { about: 'key'; key: KeyNews }
  | { about: 'something else' }
  /** Signed, and not what we know of Paddle: `trouble` says what is wrong with it. */
  | { about: 'unreadable'; trouble: string; names: Named }
);

/** What an event names, as far as that can be read: the account may sell other things beside ours. */
export interface Named {
  transactionId: string | null;
  orderId: string | null;
}

/** A key of the account that will not work any more; perhaps it is ours. */
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
   * Opens one for no order, which nobody is shown: whether Paddle would sell for us. It costs nothing
   * and stays a draft. Throws `ProviderFailure`.
   */
  probe(): Promise<void>;
  find(transactionId: string): Promise<Transaction | null>;
  /**
   * Makes an unpaid transaction uncollectable. Throws `ProviderFailure('rejected')` for one that is
   * paid, and for a draft (its buyer has not said who pays): Paddle cancels none.
   */
  cancel(transactionId: string): Promise<void>;
  /**
   * Has a transaction collect another total from now on. Throws `ProviderFailure('rejected')` unless
   * it is a draft or ready (developer.paddle.com/api-reference/transactions/update-transaction).
   */
  reprice(transactionId: string, charge: Charge): Promise<void>;
  /**
   * Asks for the whole sum back, or what is left of it; Paddle may take its time to approve. One
   * that is under way or done is found again, however many ask at once.
   */
  refund(transactionId: string, reason: string): Promise<Adjustment>;
  /** How Paddle stands to a refund it was asked for; null when it knows nothing of it. */
  findRefund(transactionId: string, adjustmentId: string): Promise<Adjustment | null>;
  /** The newest adjustments of the whole account, oldest first, whoever asked for them. */
  recentAdjustments(): Promise<Adjustment[]>;
  /**
   * Where the invoice of a transaction can be read for an hour, or null when Paddle has none: it
   * writes one once the payment is completed. Throws `ProviderFailure`.
   */
  invoiceLink(transactionId: string): Promise<string | null>;
  /**
   * Verifies the signature over the raw body and reads the event. Throws `Problem('bad_signature')`
   * for a forged, altered, stale or unsigned one.
   */
  readEvent(rawBody: Buffer, signature: string | undefined): Promise<PaymentEvent>;
  /** Reads an event that was verified and stored before. */
  rereadEvent(payload: Record<string, unknown>): PaymentEvent;
}
