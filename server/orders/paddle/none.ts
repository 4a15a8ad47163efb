import type { Payments } from './payments.ts';

/** Where nothing is sold, no order has anything to pay: whoever asks for a payment is mistaken. */
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
