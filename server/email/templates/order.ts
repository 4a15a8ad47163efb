import type { RefundReason } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import type { Sender } from '../block.ts';
import { type EmailText, layOut } from '../layout.ts';

interface Money {
  /** Cents, like the discount: what was paid, and what was deducted. Nothing is sold where both are 0. */
  amountPaid: number;
  discountAmount: number;
}

interface Failed extends Sender, Money {
  topic: string;
  /** A sentence for the buyer. */
  reason: string;
  createUrl: string;
}

/** For an episode that could not be produced. */
export function failedEmail({ topic, reason, createUrl, ...episode }: Failed): EmailText {
  const consolation = whatComesBack(episode);
  return layOut({
    ...episode,
    subject: `We couldn’t make your episode: ${shorten(topic)}`,
    preview: consolation,
    heading: 'This one didn’t work out',
    blocks: [
      `You asked for an episode about “${shorten(topic)}”, and we couldn’t make it. ${reason}`,
      consolation,
      'Try again whenever you like: everything you chose is filled in.',
      { kind: 'button', label: wasSold(episode) ? 'Order again' : 'Try again', url: createUrl },
    ],
  });
}

function whatComesBack(episode: Money): string {
  if (episode.amountPaid) {
    return `Your ${formatPrice(episode.amountPaid)} is safe: it goes back to you by itself, in full. Your bank may take a few days to show it.`;
  }
  return wasSold(episode)
    ? 'It cost you nothing. If you used a free episode or a discount code, it’s yours again.'
    : 'The minutes it took from your month are yours again.';
}

/** An episode of a house has no price: neither paid nor taken off. */
export const wasSold = ({ amountPaid, discountAmount }: Money) => amountPaid + discountAmount > 0;

interface Refund extends Sender {
  topic: string;
  /** The amount refunded, cents. */
  total: number;
  reason: RefundReason;
  /** Approved by Paddle; otherwise only requested. */
  done: boolean;
}

const whyRefunded: Record<RefundReason, string> = {
  failed: 'because we couldn’t make it.',
  length: 'because the episode isn’t as long as you paid for. You keep it.',
  support: 'as agreed. You keep the episode on your shelf; links you shared no longer work.',
  discount:
    'because its discount had ended by the time your payment arrived. The episode wasn’t made; you can order it again at any time.',
};

/** A refund: when we have requested it, and when Paddle has sent it. */
export function refundEmail({ topic, total, reason, done, ...sender }: Refund): EmailText {
  const sum = formatPrice(total);
  const news = done
    ? `${sum} is on its way to the card you paid with. Your bank may take a few days to show it.`
    : `We have asked Paddle, who took your payment, to send ${sum} back to your card. We’ll email you when they have.`;
  return layOut({
    ...sender,
    subject: done ? `${sum} is on its way back to you` : `We’re sending ${sum} back to you`,
    preview: news,
    heading: done ? 'Your money is on its way' : 'You’re getting your money back',
    blocks: [
      `You paid ${sum} for an episode about “${shorten(topic)}”. You’re getting it back in full, ${whyRefunded[reason]}`,
      news,
    ],
  });
}

/**
 * To a buyer who has earned the free episode, because their first payment has settled. The only
 * promotional email.
 */
export function bonusEmail({ useUrl, ...sender }: Sender & { useUrl: string }): EmailText {
  const { supportEmail } = sender;
  const gift = 'Your first paid episode is in, so the next 10 minutes are on us.';
  const message = layOut({
    ...sender,
    subject: `A free episode for you`,
    preview: gift,
    heading: 'The next ten minutes are on us',
    blocks: [
      gift,
      'Pick a topic and two voices, and order it. There’s nothing to pay.',
      { kind: 'button', label: 'Make my free episode', url: useUrl },
      { kind: 'soft', text: 'Can’t be combined with a code. Nothing renews.' },
      {
        kind: 'soft',
        text: `We send this offer once. If you only want emails about your orders, write to ${supportEmail}.`,
      },
    ],
  });
  return { ...message, unsubscribe: supportEmail };
}

/** A topic may have 500 characters, too many for a subject line. */
export function shorten(title: string): string {
  const characters = [...title.replace(/\s+/g, ' ').trim()];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
