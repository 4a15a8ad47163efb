import type { RefundReason } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { shorten } from '#shared/shorten.ts';
import { mailTo } from '../address.ts';
import type { Row, Sender } from '../block.ts';
import { type EmailText, layOut } from '../layout.ts';

interface Money {
  /** Both in cents. Nothing was sold where both are 0. */
  amountPaid: number;
  discountAmount: number;
}

interface Failed extends Sender, Money {
  topic: string;
  boughtMinutes: number;
  /** Null beside a discount: it was the bonus episode. */
  discountCode: string | null;
  reason: string;
  createUrl: string;
}

export function failedEmail({ topic, reason, createUrl, ...episode }: Failed): EmailText {
  const { row, note } = whatComesBack(episode);
  const again = episode.amountPaid > 0 ? 'Order again' : 'Try again';
  return layOut({
    ...episode,
    subject: `We couldn’t make your episode: ${shorten(topic)}`,
    preview: `${row.name}: ${row.value}. ${note}`,
    heading: 'This one didn’t work out',
    blocks: [
      `You asked for an episode about “${shorten(topic)}”, and we couldn’t make it. We’re sorry. ${reason}`,
      { kind: 'sums', title: 'What comes back', rows: [row], note, link: null },
      `${again} whenever you like: everything you chose is filled in.`,
      { kind: 'button', label: again, url: createUrl },
    ],
  });
}

type Return = Money & Pick<Failed, 'boughtMinutes' | 'discountCode'>;

function whatComesBack(episode: Return): { row: Row; note: string } {
  const { amountPaid, boughtMinutes, discountCode } = episode;
  if (amountPaid) {
    return {
      row: { name: 'What you paid', value: formatPrice(amountPaid) },
      note: 'It goes back to you by itself, in full. Banks may take a few days to show it.',
    };
  }
  const value = 'Yours again';
  if (!wasSold(episode)) {
    const name = `${boughtMinutes} minutes of your month`;
    return { row: { name, value }, note: 'Spend them on any question you like.' };
  }
  const name = discountCode ? `Your code ${discountCode}` : 'Your free episode';
  return { row: { name, value }, note: 'Use it for any topic you like.' };
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
  const { topic, total, reason, done, listenUrl, ...sender } = refund;
  const sum = formatPrice(total);
  const name = done ? 'Refunded' : 'Asked for';
  const note = done
    ? 'To the card you paid with. Your bank may take a few days to show it.'
    : 'We have asked Paddle, who took your payment, to send it to your card. We’ll email you when they have.';
  const episode = `an episode about “${shorten(topic)}”`;
  const what = done
    ? `Paddle has sent back all you paid for ${episode}`
    : `What you paid for ${episode} comes back to you in full`;
  return layOut({
    ...sender,
    subject: done ? `${sum} is on its way back to you` : `We’re sending ${sum} back to you`,
    preview: `${name}: ${sum}. ${note}`,
    heading: done ? 'Your money is on its way' : 'You’re getting your money back',
    blocks: [
      `${what}, ${whyRefunded[reason]}`,
      { kind: 'sums', title: 'Your refund', rows: [{ name, value: sum }], note, link: null },
      ...(listenUrl ? [{ kind: 'button' as const, label: 'Listen', url: listenUrl }] : []),
    ],
  });
}

/** Sent once the first payment has settled. The only promotional email. */
export function bonusEmail({ useUrl, ...sender }: Sender & { useUrl: string }): EmailText {
  const { supportEmail } = sender;
  const gift = 'Ten minutes, on the house';
  const message = layOut({
    ...sender,
    subject: `A free episode for you`,
    preview: `${gift}, because your first paid episode is in.`,
    heading: 'The next one is our treat',
    blocks: [
      { kind: 'ticket', minutes: 10, title: gift, text: 'Thanks for your first paid episode.' },
      'Pick a topic and two voices, and order it. There’s nothing to pay.',
      { kind: 'button', label: 'Make my free episode', url: useUrl },
      { kind: 'soft', text: 'Can’t be combined with a code. Nothing renews.' },
      {
        kind: 'soft',
        text: 'We send this offer once. If you only want emails about your orders:',
      },
      { kind: 'link', label: 'No more offers', url: mailTo(supportEmail, 'Unsubscribe') },
    ],
  });
  return { ...message, unsubscribe: supportEmail };
}
