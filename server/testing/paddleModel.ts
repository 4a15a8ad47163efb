import { ProviderFailure } from '../base/kit/provider.ts';
import type { Adjustment, PaymentEvent, Payments, Transaction } from '../orders/paddle/payments.ts';

interface Sale {
  transaction: Transaction;
  adjustments: Adjustment[];
}

/**
 * A model of Paddle's documented payment lifecycle, in memory and fast enough for thousands of
 * histories. The caller decides which events are delivered, and when.
 */
export function modelOfPaddle() {
  let sales = new Map<string, Sale>();
  let events: PaymentEvent[] = [];
  let last = 0;
  /** How the next call fails: before it has any effect, or after, with the response lost. */
  let nextFailure: 'unreachable' | 'response lost' | null = null;

  const find = (transactionId: string): Sale => {
    const sale = sales.get(transactionId);
    if (!sale) throw new ProviderFailure('Paddle', 'rejected', 'entity_not_found');
    return sale;
  };
  const all = () => [...sales.values()].flatMap(({ adjustments }) => adjustments);

  async function call<Answer>(act: () => Answer): Promise<Answer> {
    const now = nextFailure;
    nextFailure = null;
    if (now === 'unreachable') throw new ProviderFailure('Paddle', 'busy', 'unreachable');
    const answer = structuredClone(act());
    if (now === 'response lost') throw new ProviderFailure('Paddle', 'busy', 'no response');
    return answer;
  }

  /** A strictly increasing time, whatever the machine's clock says. */
  function moment(): Date {
    last = Math.max(last + 1, Date.now());
    return new Date(last);
  }

  const about = () => ({
    id: `evt_${crypto.randomUUID()}`,
    occurredAt: moment(),
    payload: { index: events.length },
  });
  function notify(adjustment: Adjustment, type: 'adjustment.created' | 'adjustment.updated') {
    const snapshot = structuredClone(adjustment);
    events.push({ ...about(), type, about: 'adjustment', adjustment: snapshot });
  }

  function adjust(sale: Sale, action: string, type: Adjustment['type']): Adjustment {
    const changedAt = moment();
    const adjustment: Adjustment = {
      id: `adj_${String(last)}_${crypto.randomUUID()}`,
      transactionId: sale.transaction.id,
      action,
      type,
      status: action === 'refund' ? 'pending_approval' : 'approved',
      changedAt,
    };
    sale.adjustments.push(adjustment);
    notify(adjustment, 'adjustment.created');
    return adjustment;
  }

  const is = (action: string, status: Adjustment['status']) => (one: Adjustment) =>
    one.action === action && one.status === status && one.type === 'full';

  function refuseSecond({ adjustments }: Sale) {
    const refunds = [is('refund', 'pending_approval'), is('refund', 'approved')];
    if ([...refunds, is('chargeback', 'approved')].some((one) => adjustments.some(one))) {
      throw new ProviderFailure('Paddle', 'rejected', 'nothing is left to refund');
    }
  }

  const payments: Payments = {
    open: ({ orderId, total }) =>
      call(() => {
        const id = `txn_${crypto.randomUUID()}`;
        const items = [{ unitPrice: total, currency: 'USD', quantity: 1 }];
        const transaction: Transaction = {
          id,
          status: 'draft',
          orderId,
          items,
          hasForeignDiscount: false,
        };
        sales.set(id, { transaction, adjustments: [] });
        return { transactionId: id };
      }),
    probe: () => call(() => {}),
    find: (transactionId) => call(() => sales.get(transactionId)?.transaction ?? null),
    // A draft cannot be cancelled, and payments here complete at once.
    cancel: () =>
      call(() => {
        throw new ProviderFailure('Paddle', 'rejected', 'transaction_immutable');
      }),
    reprice: (transactionId, { total }) =>
      call(() => {
        const { transaction } = find(transactionId);
        if (transaction.status !== 'draft') {
          throw new ProviderFailure('Paddle', 'rejected', 'transaction_immutable');
        }
        transaction.items = [{ unitPrice: total, currency: 'USD', quantity: 1 }];
      }),
    refund: (transactionId) =>
      call(() => {
        const sale = find(transactionId);
        const live = sale.adjustments.find(is('refund', 'approved'));
        const asked = live ?? sale.adjustments.find(is('refund', 'pending_approval'));
        if (asked) return asked;
        refuseSecond(sale);
        return adjust(sale, 'refund', 'full');
      }),
    findRefund: (_transactionId, id) => call(() => all().find((one) => one.id === id) ?? null),
    recentAdjustments: () => call(() => all().slice(-50)),
    invoiceLink: () => call(() => null),
    readEvent: () => Promise.reject(new Error('the model has no webhook')),
    rereadEvent({ index }) {
      const event = events[Number(index)];
      if (!event) throw new Error('no such event');
      return event;
    },
  };

  return {
    payments,
    events: () => events,
    forget() {
      sales = new Map();
      events = [];
      nextFailure = null;
    },
    nextCallIs(what: 'unreachable' | 'response lost' | null) {
      nextFailure = what;
    },
    pay(transactionId: string) {
      const { transaction } = find(transactionId);
      if (transaction.status !== 'draft') return;
      for (const status of ['paid', 'completed'] as const) {
        transaction.status = status;
        const type = `transaction.${status}`;
        const snapshot = structuredClone(transaction);
        events.push({ ...about(), type, about: 'transaction', transaction: snapshot });
      }
    },
    /** Starts an adjustment from outside; does nothing where Paddle would refuse it. */
    startAdjustment(transactionId: string, action: string, type: Adjustment['type']) {
      const sale = find(transactionId);
      if (sale.transaction.status !== 'completed') return;
      const refundedOrChargedBack = [is('refund', 'approved'), is('chargeback', 'approved')];
      const isOver = refundedOrChargedBack.some((one) => sale.adjustments.some(one));
      const isAsked =
        action === 'refund' && sale.adjustments.some(is('refund', 'pending_approval'));
      if (!isOver && !isAsked) adjust(sale, action, type);
    },
    decide(action: string, status: 'approved' | 'rejected' | 'reversed'): boolean {
      const before = status === 'reversed' ? 'approved' : 'pending_approval';
      const adjustment = all().find((one) => one.action === action && one.status === before);
      if (!adjustment) return false;
      const sale = find(adjustment.transactionId);
      if (action === 'chargeback') adjust(sale, 'chargeback_reverse', adjustment.type);
      // A payment that was charged back is not refunded as well.
      const isChargedBack =
        status === 'approved' && sale.adjustments.some(is('chargeback', 'approved'));
      adjustment.status = isChargedBack ? 'rejected' : status;
      adjustment.changedAt = moment();
      notify(adjustment, 'adjustment.updated');
      return true;
    },
    truth(transactionId: string) {
      const sale = sales.get(transactionId);
      const has = (action: string, status: Adjustment['status']) =>
        sale?.adjustments.some(is(action, status)) ?? false;
      return {
        isPaid: sale?.transaction.status === 'completed',
        isGone: has('refund', 'approved'),
        isAsked: has('refund', 'pending_approval'),
        isCharged: has('chargeback', 'approved'),
        times: sale?.adjustments.filter(is('refund', 'approved')).length ?? 0,
      };
    },
    transactions: () => [...sales.keys()],
  };
}
