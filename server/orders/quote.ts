import { eq } from 'drizzle-orm';
import type { QuoteRequest } from '#shared/order.ts';
import { BONUS_DURATION, priceOf, type Quote } from '#shared/pricing.ts';
import { Problem } from '#shared/problem.ts';
import { users } from '../base/db/tables.ts';
import { findDiscount } from './discounts/discounts.ts';
import type { Buyer, OrderTools } from './orderQueries.ts';

interface Offer {
  quote: Quote;
  discount: { id: number; code: string; discountPercent: number } | null;
  isBonus: boolean;
}

const NOTHING: Quote = { listPrice: 0, discountAmount: 0, total: 0, currency: 'USD' };

/**
 * Reserves nothing: checkout does. Throws `Problem('discount_refused')`, `'invalid'` for the bonus
 * and, where nothing is sold, `'too_many'` for more minutes than are left.
 */
export async function priceFor(
  { db, minutes }: OrderTools,
  buyer: Buyer | null,
  { duration, discountCode, useBonus }: QuoteRequest,
): Promise<Offer> {
  if (minutes) {
    if (buyer) await minutes.check(buyer.id, duration);
    return { quote: NOTHING, discount: null, isBonus: false };
  }
  if (useBonus) {
    await checkBonus(db, buyer, duration, discountCode);
    return { quote: priceOf(duration, 100), discount: null, isBonus: true };
  }
  const discount = discountCode
    ? await findDiscount(db, discountCode, duration, buyer?.id ?? null)
    : null;
  return { quote: priceOf(duration, discount?.discountPercent), discount, isBonus: false };
}

async function checkBonus(
  db: OrderTools['db'],
  buyer: Buyer | null,
  duration: number,
  discountCode: string | undefined,
): Promise<void> {
  if (duration !== BONUS_DURATION) throw noBonus(`The free episode is ${BONUS_DURATION} minutes`);
  if (discountCode) throw noBonus('The free episode can’t be combined with a discount code');
  if (!buyer) throw noBonus('Please sign in to use your free episode');
  const [account] = await db
    .select({ bought: users.hasMadeFirstPurchase, used: users.hasUsedFreePodcast })
    .from(users)
    .where(eq(users.id, buyer.id));
  if (!account?.bought) throw noBonus('The free episode comes after your first purchase');
  if (account.used) throw noBonus('You’ve used your free episode');
}

/** The message appears at the bonus's switch in the form. */
export function noBonus(message: string): Problem {
  return new Problem('invalid', message, { useBonus: message });
}
