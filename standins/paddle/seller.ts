import type { PurchaseLog } from '../purchaseLog.ts';
import type { openNotifier } from './notifier.ts';
import type { CreateBody } from './requests.ts';
import {
  type Adjustment,
  type AdjustmentRequest,
  adjustmentOf,
  atPrice,
  collected,
  declined,
  priceOf,
  readied,
  type Terms,
  transactionFrom,
  withItems,
} from './shapes.ts';
import type { Sale, Store } from './store.ts';

/** In ms. Paddle's staff take hours; its sandbox approves every ten minutes. */
const APPROVAL_DELAY = 3_000;

export class Refusal extends Error {
  readonly code: string;
  readonly status: number;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}

export type SellerAccount = ReturnType<typeof openSellerAccount>;

/** Each change is saved with its webhooks, then in the purchase log, and only then answered. */
export function openSellerAccount(tools: {
  store: Store;
  notifier: ReturnType<typeof openNotifier>;
  purchaseLog: PurchaseLog;
}) {
  const { store, notifier, purchaseLog } = tools;
  const approvals = new Map<string, NodeJS.Timeout>();
  resume();

  function find(transactionId: string): Sale {
    const sale = store.find(transactionId);
    if (!sale) throw new Refusal(404, 'entity_not_found', `${transactionId} is not known here`);
    return sale;
  }

  // https://developer.paddle.com/errors/transactions/transaction_balance_less_than_charge_limit
  function refuseBelowMinimum(cents: number) {
    if (cents === 0 || cents >= 70) return;
    throw new Refusal(
      400,
      'transaction_balance_less_than_charge_limit',
      `Transaction balance: ${cents}, Minimum payment amount: 70, Currency code: USD`,
    );
  }

  function commit(sale: Sale, kind: 'transaction' | 'charge' | 'refund' | null) {
    store.save(sale);
    if (kind) purchaseLog.write(entryOf(sale, kind));
    notifier.send(sale);
  }

  /** Paddle's overlay asks for the customer before the card; here one button does both. */
  function identifyCustomer(sale: Sale) {
    if (sale.transaction.status === 'draft') {
      sale.transaction = readied(sale.transaction);
      notifier.enqueue(sale, 'transaction.ready', sale.transaction);
    }
    if (sale.transaction.status === 'ready') return;
    const detail = `The transaction is ${sale.transaction.status}`;
    throw new Refusal(400, 'transaction_immutable', detail);
  }

  function approveLater(sale: Sale, adjustment: Adjustment, at = Date.now() + APPROVAL_DELAY) {
    sale.approvals[adjustment.id] = at;
    const approve = () => setStatus(sale, adjustment, 'approved');
    approvals.set(adjustment.id, setTimeout(approve, Math.max(0, at - Date.now())).unref());
  }

  function setStatus(sale: Sale, adjustment: Adjustment, status: Adjustment['status']) {
    clearTimeout(approvals.get(adjustment.id));
    approvals.delete(adjustment.id);
    delete sale.approvals[adjustment.id];
    adjustment.status = status;
    adjustment.updated_at = new Date().toISOString();
    notifier.enqueue(sale, 'adjustment.updated', adjustment);
    commit(sale, status === 'approved' && isFullRefund(adjustment) ? 'refund' : null);
  }

  /** Resumes after a kill -9: webhooks, approvals, and log entries of changes that were saved. */
  function resume() {
    const written = new Set(
      purchaseLog
        .read()
        .map((entry) => ('transactionId' in entry ? `${entry.kind} ${entry.transactionId}` : '')),
    );
    for (const sale of store.all()) {
      for (const kind of kindsOf(sale)) {
        const entry = entryOf(sale, kind);
        if (!written.has(`${kind} ${entry.transactionId}`)) purchaseLog.write(entry);
      }
      for (const adjustment of sale.adjustments) {
        const at = sale.approvals[adjustment.id];
        if (at !== undefined) approveLater(sale, adjustment, at);
      }
      notifier.send(sale);
    }
  }

  return {
    find,

    create(body: CreateBody, checkoutUrl: string | null): Sale {
      refuseBelowMinimum(priceOf(body.items));
      const transaction = transactionFrom(body, checkoutUrl);
      const sale: Sale = { transaction, adjustments: [], approvals: {}, notifications: [] };
      notifier.enqueue(sale, 'transaction.created', sale.transaction);
      commit(sale, 'transaction');
      return sale;
    },

    cancel(transactionId: string): Sale {
      const sale = find(transactionId);
      // https://developer.paddle.com/errors/transactions/transaction_invalid_status_change
      if (sale.transaction.status !== 'ready') {
        const detail = `Invalid attempt to change status from '${sale.transaction.status}' to 'canceled'`;
        throw new Refusal(400, 'transaction_invalid_status_change', detail);
      }
      const now = new Date().toISOString();
      sale.transaction = { ...sale.transaction, status: 'canceled', updated_at: now };
      notifier.enqueue(sale, 'transaction.canceled', sale.transaction);
      commit(sale, null);
      return sale;
    },

    reprice(transactionId: string, items: CreateBody['items']): Sale {
      const sale = find(transactionId);
      // https://developer.paddle.com/errors/transactions/transaction_immutable
      if (sale.transaction.status !== 'draft' && sale.transaction.status !== 'ready') {
        throw new Refusal(400, 'transaction_immutable', 'Cannot update immutable transaction');
      }
      refuseBelowMinimum(priceOf(items));
      sale.transaction = withItems(sale.transaction, items);
      notifier.enqueue(sale, 'transaction.updated', sale.transaction);
      commit(sale, null);
      return sale;
    },

    /** Paddle's docs name no error code for a sale without an invoice. */
    billed(transactionId: string): Sale {
      const sale = find(transactionId);
      if (sale.transaction.status === 'completed' && priceOf(sale.transaction.items) > 0)
        return sale;
      throw new Refusal(400, 'bad_request', 'There is no invoice for this transaction');
    },

    /**
     * Paying again changes nothing. `oldPrice`, in cents, is charged instead of the current price:
     * the payment was in flight when the seller changed it.
     */
    pay(transactionId: string, terms: Terms, oldPrice?: number): Sale {
      const sale = find(transactionId);
      if (sale.transaction.status === 'completed') return sale;
      identifyCustomer(sale);
      if (oldPrice !== undefined) sale.transaction = atPrice(sale.transaction, oldPrice);
      sale.transaction = collected(sale.transaction, terms);
      notifier.enqueue(sale, 'transaction.paid', { ...sale.transaction, status: 'paid' });
      notifier.enqueue(sale, 'transaction.completed', sale.transaction);
      commit(sale, 'charge');
      return sale;
    },

    decline(transactionId: string): Sale {
      const sale = find(transactionId);
      identifyCustomer(sale);
      sale.transaction = declined(sale.transaction);
      notifier.enqueue(sale, 'transaction.payment_failed', sale.transaction);
      commit(sale, null);
      return sale;
    },

    adjust(transactionId: string, request: AdjustmentRequest): Adjustment {
      const sale = find(transactionId);
      refuseUnpaid(sale);
      if (request.action === 'refund') refuseSecondRefund(sale);
      const adjustment = adjustmentOf(sale.transaction, request);
      sale.adjustments.push(adjustment);
      notifier.enqueue(sale, 'adjustment.created', adjustment);
      if (adjustment.status === 'pending_approval') approveLater(sale, adjustment);
      commit(sale, null);
      return adjustment;
    },

    decide(adjustmentId: string, status: 'approved' | 'rejected' | 'reversed'): Adjustment {
      const sale = store.all().find(({ adjustments }) => adjustments.some(isIt));
      const adjustment = sale?.adjustments.find(isIt);
      if (!sale || !adjustment) {
        throw new Refusal(404, 'entity_not_found', `${adjustmentId} is not known here`);
      }
      const before = status === 'reversed' ? 'approved' : 'pending_approval';
      if (adjustment.status !== before) {
        const detail = `The adjustment is ${adjustment.status}`;
        throw new Refusal(400, 'adjustment_invalid_status', detail);
      }
      if (status === 'reversed' && adjustment.action === 'chargeback') {
        const { type, reason } = adjustment;
        const undone = { action: 'chargeback_reverse', type, reason } as const;
        const reversal = adjustmentOf(sale.transaction, undone);
        sale.adjustments.push(reversal);
        notifier.enqueue(sale, 'adjustment.created', reversal);
      }
      setStatus(sale, adjustment, status);
      return adjustment;

      function isIt({ id }: Adjustment) {
        return id === adjustmentId;
      }
    },

    /** Newest first. */
    adjustments: () =>
      store
        .all()
        .flatMap((sale) => sale.adjustments)
        // Ids begin with a timestamp.
        .sort((one, other) => (one.id < other.id ? 1 : -1)),

    close() {
      for (const timer of approvals.values()) clearTimeout(timer);
    },
  };
}

function refuseUnpaid({ transaction }: Sale) {
  if (transaction.status === 'completed') return;
  const detail = 'Only a completed transaction can be refunded';
  throw new Refusal(400, 'adjustment_transaction_invalid_status_for_refund', detail);
}

function refuseSecondRefund({ adjustments }: Sale) {
  const of = (status: Adjustment['status']) => adjustments.filter((one) => one.status === status);
  if (of('pending_approval').length) {
    throw new Refusal(400, 'adjustment_pending_refund_request', 'A refund was asked for before');
  }
  const isReturned = of('approved').some((one) => isFullRefund(one) || one.action === 'chargeback');
  if (!isReturned) return;
  throw new Refusal(400, 'adjustment_transaction_item_invalid', 'Nothing is left to refund');
}

const isFullRefund = ({ action, type }: Adjustment) => action === 'refund' && type === 'full';

function kindsOf({ transaction, adjustments }: Sale): ('transaction' | 'charge' | 'refund')[] {
  const charged = transaction.status === 'completed';
  const refunded = adjustments.some((one) => one.status === 'approved' && isFullRefund(one));
  return [
    'transaction',
    ...(charged ? (['charge'] as const) : []),
    ...(refunded ? (['refund'] as const) : []),
  ];
}

/** `cents` is the price in US cents, whatever the buyer's currency and tax. */
function entryOf({ transaction }: Sale, kind: 'transaction' | 'charge' | 'refund') {
  const orderId = transaction.custom_data?.orderId;
  return {
    kind,
    transactionId: transaction.id,
    orderId: typeof orderId === 'string' ? orderId : null,
    cents: priceOf(transaction.items),
  };
}
