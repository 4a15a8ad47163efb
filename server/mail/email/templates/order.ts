import type { RefundReason } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { shorten } from '#shared/shorten.ts';
import { button, link, mailTo, soft, sums, ticket } from '../blocks.ts';
import { type EmailText, layOut, type Sender } from '../layout.ts';

export interface Money {
  /** Both in cents. Nothing was sold where both are 0. */
  amountPaid: number;
  discountAmount: number;
  /** Null beside a discount: it was the bonus episode. */
  discountCode: string | null;
}

interface Failed extends Sender, Money {
  topic: string;
  boughtMinutes: number;
  reason: string;
  createUrl: string;
}

export function failedEmail({ topic, reason, createUrl, ...episode }: Failed): EmailText {
  const { name, value, note } = whatComesBack(episode);
  const again = episode.amountPaid > 0 ? 'Order again' : 'Try again';
  return layOut(episode, {
    subject: `We couldn’t make your episode: ${shorten(topic)}`,
    preview: `${name}: ${value}. ${note}`,
    heading: 'This one didn’t work out',
    blocks: [
      `You asked for an episode about “${shorten(topic)}”, and we couldn’t make it. We’re sorry. ${reason}`,
      sums('What comes back', [{ name, value }], note),
      `${again} whenever you like: everything you chose is filled in.`,
      button(again, createUrl),
    ],
  });
}

function whatComesBack(episode: Money & Pick<Failed, 'boughtMinutes'>) {
  const { amountPaid, boughtMinutes, discountCode } = episode;
  if (amountPaid) {
    return {
      name: 'What you paid',
      value: formatPrice(amountPaid),
      note: 'It goes back to you by itself, in full. Banks may take a few days to show it.',
    };
  }
  const value = 'Yours again';
  if (!wasSold(episode)) {
    const name = `${boughtMinutes} minutes of your month`;
    return { name, value, note: 'Spend them on any question you like.' };
  }
  const name = discountCode ? `Your code ${discountCode}` : 'Your free episode';
  return { name, value, note: 'Use it for any topic you like.' };
}

/** An episode of a house has no price: nothing is paid or taken off. */
export const wasSold = ({ amountPaid, discountAmount }: Money) => amountPaid + discountAmount > 0;

interface Refund extends Sender {
  topic: string;
  /** Cents. */
  total: number;
  reason: RefundReason;
  /** Paddle has approved it; otherwise it is only requested. */
  done: boolean;
  listenUrl?: string | null;
}

const whyRefunded: Record<RefundReason, string> = {
  failed: 'because we couldn’t make it.',
  length: 'because the episode isn’t as long as you paid for. You keep the episode.',
  support: 'as agreed. You keep the episode on your shelf; links you shared no longer work.',
  discount:
    'because its discount had ended by the time your payment arrived. The episode wasn’t made; you can order it again at any time.',
};

export function refundEmail(refund: Refund): EmailText {
  const { topic, total, reason, done, listenUrl } = refund;
  const value = formatPrice(total);
  const name = done ? 'Refunded' : 'Asked for';
  const note = done
    ? 'To the card you paid with. Your bank may take a few days to show it.'
    : 'We have asked Paddle, who took your payment, to send it to your card. We’ll email you when they have.';
  const episode = `an episode about “${shorten(topic)}”`;
  const what = done
    ? `Paddle has sent back all you paid for ${episode}`
    : `What you paid for ${episode} comes back to you in full`;
  return layOut(refund, {
    subject: done ? `${value} is on its way back to you` : `We’re sending ${value} back to you`,
    preview: `${name}: ${value}. ${note}`,
    heading: done ? 'Your money is on its way' : 'You’re getting your money back',
    blocks: [
      `${what}, ${whyRefunded[reason]}`,
      sums('Your refund', [{ name, value }], note),
      ...(listenUrl ? [button('Listen', listenUrl)] : []),
    ],
  });
}

/** Sent once the first payment has settled. The only promotional email. */
export function bonusEmail({ useUrl, ...sender }: Sender & { useUrl: string }): EmailText {
  const { supportEmail } = sender;
  const gift = 'Ten minutes, on the house';
  const message = layOut(sender, {
    subject: 'A free episode for you',
    preview: `${gift}, because your first paid episode is in.`,
    heading: 'The next one is our treat',
    blocks: [
      ticket(10, gift, 'Thanks for your first paid episode.'),
      'Pick a topic and two voices, and order it. There’s nothing to pay.',
      button('Make my free episode', useUrl),
      soft('Can’t be combined with a code. Nothing renews.'),
      soft('We send this offer once. If you only want emails about your orders:'),
      link('No more offers', mailTo(supportEmail, 'Unsubscribe')),
    ],
  });
  return { ...message, unsubscribe: supportEmail };
}
