import type { Payments } from './payments.ts';

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
