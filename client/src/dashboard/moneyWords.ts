import type { Receipt } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { dateOf } from './words.ts';

const because: Record<NonNullable<Receipt['refundReason']>, string> = {
  failed: 'We could not make this one.',
  length: 'The tape does not have the length you bought; you keep it.',
  support: 'The episode stays yours; the links you gave away have ended.',
  discount: 'The discount had ended when this was paid, so nothing was made.',
};

/** What became of the money; null where it was simply paid. */
export function moneyWords(receipt: Receipt): string | null {
  const { status, total, refundReason, refundedAt, episode, isBonus } = receipt;
  const sum = formatPrice(total);
  const why = refundReason ? `${because[refundReason]} ` : '';
  if (status === 'charged_back') {
    return `Your bank took ${sum} back, and so the episode is closed.`;
  }
  if (status === 'refunded') {
    const day = refundedAt ? ` on ${dateOf(refundedAt)}` : '';
    return `${why}${sum} went back to the card you paid with${day}. Your bank may take a few days to show it.`;
  }
  if (status === 'refund_pending') {
    return `${why}${sum} is on its way back to the card you paid with. You need to do nothing.`;
  }
  if (episode !== 'failed') return null;
  if (isBonus) return 'We could not make this one. Your free episode is yours again.';
  if (total === 0) return 'We could not make this one. Your code can be used again.';
  return `We could not make this one. ${sum} goes back by itself; you need to do nothing.`;
}
