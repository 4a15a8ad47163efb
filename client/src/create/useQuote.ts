import { useQuery } from '@tanstack/react-query';
import { type Duration, priceOf, type Quote } from '#shared/pricing.ts';
import { ApiError, messageOf } from '../api/client.ts';
import { quoteQuery } from '../api/orders.ts';
import { useSales } from '../api/sales.ts';
import { useSettled } from './timing.ts';

/** Wait this long after the last keystroke before checking the code, ms. */
const SETTLE = 400;

type Asked = { duration: Duration; discountCode: string; useBonus: boolean };

export type Pricing = {
  quote: Quote;
  /** The code that `quote` was made with; null while none is in force. */
  code: string | null;
  /** Why the code cannot be used, in the server's words. */
  refusal: string | null;
  checking: boolean;
  /** The check failed; the server checks the code again with the order. */
  unchecked: boolean;
};

/** The server checks a code as soon as it is typed. In a house the price is 0. */
export function useQuote({ duration, discountCode, useBonus }: Asked): Pricing {
  const isFree = !useSales() || useBonus;
  const typed = isFree ? '' : discountCode.trim();
  const [code] = useSettled(typed, SETTLE);
  const asked = code !== '' && code === typed;
  const reply = useQuery({ ...quoteQuery(duration, code), enabled: asked });

  const quote = asked ? reply.data : undefined;
  const refused = asked && reply.error instanceof ApiError && reply.error.status < 500;
  return {
    quote: quote ?? priceOf(duration, isFree ? 100 : 0),
    code: quote ? code : null,
    refusal: refused ? messageOf(reply.error) : null,
    unchecked: asked && reply.isError && !refused,
    checking: typed !== '' && (!asked || reply.isFetching),
  };
}
