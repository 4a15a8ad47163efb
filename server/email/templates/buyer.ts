import { brand } from '#shared/brand.ts';
import { clock } from '#shared/clock.ts';
import { DEMO_NOTICE } from '#shared/demoNotice.ts';
import type { RefundReason } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { type Block, type EmailText, layOut } from '../layout.ts';

interface Welcome {
  /**
   * Links to verify the address, or to say that its owner never registered; null if it is verified.
   */
  links: { verifyUrl: string; disownUrl: string } | null;
  createUrl: string;
  /** Whether episodes are sold. */
  sells: boolean;
  supportEmail: string;
}

/** To a new account. */
export function welcomeEmail({ links, createUrl, sells, supportEmail }: Welcome): EmailText {
  const start =
    'Type what you can’t stop wondering. Two AI hosts talk it through and send you the tape.';
  const blocks: Block[] = [start];
  if (sells) {
    blocks.push(
      'After your first paid episode, a 10-minute one is on us. You pay per episode; nothing renews.',
    );
  }
  if (links) {
    blocks.push(
      'First, tell us that this address is yours:',
      { kind: 'button', label: 'Confirm my address', url: links.verifyUrl },
      ...notMe(links.disownUrl),
    );
  } else {
    blocks.push({ kind: 'button', label: 'Make an episode', url: createUrl });
  }
  return layOut({
    subject: `Welcome to ${brand.name}`,
    preview: start,
    heading: 'The studio is open',
    blocks,
    supportEmail,
  });
}

/** For emails that somebody else may have caused by typing this address. */
function notMe(disownUrl: string): Block[] {
  return [
    {
      kind: 'soft',
      text: `If you did not sign up to ${brand.name}, somebody else typed your address. Do not confirm it. You can end their account:`,
    },
    { kind: 'link', label: 'I did not register this', url: disownUrl },
  ];
}

interface Proof {
  verifyUrl: string;
  disownUrl: string;
  supportEmail: string;
}

/** To a user who requested another verification link. */
export function verificationEmail({ verifyUrl, disownUrl, supportEmail }: Proof): EmailText {
  const request =
    'Tell us that this address is yours: open the link where you are signed in, or sign in when it asks. It works for seven days.';
  return layOut({
    subject: `Confirm your address for ${brand.name}`,
    preview: request,
    heading: 'Is this you?',
    blocks: [
      request,
      { kind: 'button', label: 'Confirm my address', url: verifyUrl },
      ...notMe(disownUrl),
    ],
    supportEmail,
  });
}

/**
 * To the owner of an address who used Google to sign in to an account whose address was unverified.
 */
export function securedEmail({ supportEmail }: { supportEmail: string }): EmailText {
  const what = 'You signed in with Google, which shows that this address is yours.';
  return layOut({
    subject: `Your ${brand.name} account is yours alone`,
    preview: what,
    heading: 'Yours alone',
    blocks: [
      what,
      'Somebody had made the account with a password before, and nobody had confirmed the address. So that password no longer works, every other browser is signed out, and the address of its private feed, the links to its episodes and its open orders have ended.',
      {
        kind: 'soft',
        text: 'If that was you: nothing else is lost. Set a new password in the panel of your account, and share your episodes by their new links.',
      },
    ],
    supportEmail,
  });
}

interface Reset {
  resetUrl: string;
  supportEmail: string;
}

/** To the owner of an account whose password reset was requested. */
export function resetEmail({ resetUrl, supportEmail }: Reset): EmailText {
  const terms = 'The link works once, for one hour.';
  return layOut({
    subject: `A new password for ${brand.name}`,
    preview: terms,
    heading: 'Choose a new password',
    blocks: [
      `Somebody asked for a new password for this address. ${terms}`,
      { kind: 'button', label: 'Choose a new password', url: resetUrl },
      'Choosing one signs you out everywhere. An older link of this kind no longer works.',
      {
        kind: 'soft',
        text: 'If it was not you, leave this letter be: your password stays as it is.',
      },
    ],
    supportEmail,
  });
}

interface Ready {
  title: string;
  hosts: [string, string];
  boughtMinutes: number;
  /** Of the finished file, as measured. */
  durationSeconds: number;
  listenUrl: string;
  coverUrl?: string | null;
  chapters: { title: string; startSeconds: number }[];
  /** What it rests on, as anybody may see it: letters are passed on. */
  sources: { title: string; site: string | null; url: string | null }[];
  /** What to ask next, each with a page where the same hosts can be asked. */
  followUps: { question: string; url: string }[];
  /** Cents, like the discount: what was paid, and what was deducted. Nothing is sold where both are 0. */
  amountPaid: number;
  discountAmount: number;
  /** None with a discount: the episode was free. */
  discountCode: string | null;
  /** The receipt page, with Paddle's invoice if there is one; null without an order. */
  receiptUrl: string | null;
  /** Whether the script's writer is a stand-in. */
  demoWriter?: boolean;
  supportEmail: string;
}

/** The finished episode. */
export function readyEmail(episode: Ready): EmailText {
  const [first, second] = episode.hosts;
  const isSold = wasSold(episode);
  const length = clock(episode.durationSeconds);
  const blocks: Block[] = [
    `${first} and ${second} sat down and talked it through. You ${isSold ? 'bought' : 'asked for'} ${episode.boughtMinutes} minutes; the tape runs ${length}.`,
    { kind: 'button', label: 'Listen now', url: episode.listenUrl },
  ];
  if (episode.coverUrl) {
    blocks.unshift({ kind: 'image', url: episode.coverUrl, alt: `Cover of ${episode.title}` });
  }
  if (episode.chapters.length) {
    const rows = episode.chapters.map(({ title, startSeconds }) => ({
      name: title,
      value: clock(startSeconds),
    }));
    blocks.push({ kind: 'rows', title: 'On the tape', rows });
  }
  if (episode.sources.length) blocks.push(...sourcesOf(episode));
  if (episode.followUps.length) {
    const links = episode.followUps.map(({ question, url }) => ({ label: question, url }));
    blocks.push({ kind: 'links', title: `Ask ${first} and ${second} next`, links });
  }
  if (episode.demoWriter) blocks.push({ kind: 'soft', text: DEMO_NOTICE });
  if (isSold) {
    blocks.push(
      receiptOf(episode, length),
      episode.amountPaid
        ? 'Paid once, tax included. Nothing renews.'
        : 'This one was free. Nothing renews.',
    );
  }
  blocks.push({
    kind: 'soft',
    text: 'The link works for whoever has it. The hosts are AI voices, the script was made by AI and may err: check what matters before you rely on it.',
  });
  return layOut({
    subject: `Your tape is ready: ${episode.title}`,
    preview: `${length} with ${first} and ${second}.`,
    heading: episode.title,
    blocks,
    supportEmail: episode.supportEmail,
  });
}

/** An episode of a house has no price: neither paid nor taken off. */
const wasSold = ({ amountPaid, discountAmount }: Pick<Ready, 'amountPaid' | 'discountAmount'>) =>
  amountPaid + discountAmount > 0;

/** Sources that the letter names itself. */
const NAMED = 5;

function sourcesOf({ sources, listenUrl }: Ready): Block[] {
  const count = sources.length;
  const links = sources.slice(0, NAMED).map(({ title, site, url }) => {
    const label = shorten(title);
    return { label: site ? `${label} (${shorten(site)})` : label, url };
  });
  return [
    { kind: 'links', title: `Read up on ${count} ${count === 1 ? 'source' : 'sources'}`, links },
    {
      kind: 'link',
      label:
        count > NAMED
          ? `All ${count}, and which line rests on which words`
          : 'Which line rests on which words',
      // Their list lies open there.
      url: `${listenUrl}&sources=all`,
    },
  ];
}

function receiptOf(episode: Ready, length: string): Block {
  const { amountPaid, discountAmount, discountCode, receiptUrl } = episode;
  const rows = [
    { name: 'Bought', value: `${episode.boughtMinutes} minutes` },
    { name: 'Delivered', value: length },
  ];
  rows.push({ name: 'List price', value: formatPrice(amountPaid + discountAmount) });
  if (discountAmount > 0) {
    const name = discountCode ? `Code ${discountCode}` : 'Bonus episode, on the house';
    rows.push({ name, value: `−${formatPrice(discountAmount)}` });
  }
  rows.push({ name: 'Total', value: amountPaid ? formatPrice(amountPaid) : 'Free' });
  const label = amountPaid ? 'Open the receipt and Paddle’s invoice' : 'Open the receipt';
  return {
    kind: 'sums',
    title: 'Your receipt',
    rows,
    link: receiptUrl === null ? null : { label, url: receiptUrl },
  };
}

interface Failed {
  topic: string;
  /** A sentence for the buyer. */
  reason: string;
  /** As of a finished one. */
  amountPaid: number;
  discountAmount: number;
  createUrl: string;
  supportEmail: string;
}

/** For an episode that could not be produced. */
export function failedEmail({ topic, reason, ...episode }: Failed): EmailText {
  const consolation = whatComesBack(episode);
  return layOut({
    subject: `We could not make your episode: ${shorten(topic)}`,
    preview: consolation,
    heading: 'This one didn’t work out',
    blocks: [
      `You asked for an episode about “${shorten(topic)}”, and we could not make it. ${reason}`,
      consolation,
      'The studio is open whenever you want to try again; what you chose is filled in.',
      { kind: 'button', label: 'Order again', url: episode.createUrl },
    ],
    supportEmail: episode.supportEmail,
  });
}

function whatComesBack(episode: Pick<Failed, 'amountPaid' | 'discountAmount'>): string {
  if (episode.amountPaid) {
    return `Your ${formatPrice(episode.amountPaid)} is safe: it goes back to you by itself, in full. Your bank may take a few days to show it.`;
  }
  return wasSold(episode)
    ? 'It cost you nothing. A free episode or a discount that you used for it is yours again.'
    : 'The minutes that it took of your month are yours again.';
}

interface Refund {
  topic: string;
  /** The amount refunded, cents. */
  total: number;
  reason: RefundReason;
  /** Approved by Paddle; otherwise only requested. */
  done: boolean;
  supportEmail: string;
}

const whyRefunded: Record<RefundReason, string> = {
  failed: 'because we could not make it.',
  length: 'because the tape does not have the length you bought. You keep the episode.',
  support: 'as agreed. You keep the episode on your shelf; the links you gave away have ended.',
  discount:
    'because the discount on it had ended when your payment arrived. The episode was not made; you can order it again at any time.',
};

/** A refund: when we have requested it, and when Paddle has sent it. */
export function refundEmail({ topic, total, reason, done, supportEmail }: Refund): EmailText {
  const sum = formatPrice(total);
  const news = done
    ? `${sum} is on its way to the card you paid with. Your bank may take a few days to show it.`
    : `We have asked Paddle, who took your payment, to send ${sum} back to your card. We write again when that is done.`;
  return layOut({
    subject: done ? `${sum} is on its way back to you` : `We are sending ${sum} back to you`,
    preview: news,
    heading: done ? 'Your money is on its way' : 'Your money goes back',
    blocks: [
      `You paid ${sum} for an episode about “${shorten(topic)}”. It goes back to you in full, ${whyRefunded[reason]}`,
      news,
    ],
    supportEmail,
  });
}

/**
 * To a buyer who has earned the free episode, because their first payment has settled. The only
 * promotional email.
 */
export function bonusEmail({
  useUrl,
  supportEmail,
}: {
  useUrl: string;
  supportEmail: string;
}): EmailText {
  const gift = 'Your first paid episode is in, so the next one of 10 minutes is on us.';
  const message = layOut({
    subject: `A free episode for you`,
    preview: gift,
    heading: 'The next ten minutes are on us',
    blocks: [
      gift,
      'Pick a topic and two voices, and order it without paying. It waits for you; there is no hurry.',
      { kind: 'button', label: 'Make my free episode', url: useUrl },
      { kind: 'soft', text: 'It goes with no other discount. Nothing renews.' },
      {
        kind: 'soft',
        text: `This offer comes once. If you want no letters but those about your orders, write to ${supportEmail}.`,
      },
    ],
    supportEmail,
  });
  return { ...message, unsubscribe: supportEmail };
}

/** The last email, to somebody who has deleted their account. */
export function farewellEmail({ supportEmail }: { supportEmail: string }): EmailText {
  const news = 'Your account is deleted, and your tapes, transcripts and texts with it.';
  return layOut({
    subject: `Your ${brand.name} account is deleted`,
    preview: news,
    heading: 'The studio is quiet',
    blocks: [
      news,
      'Links and your private feed no longer lead anywhere. What is kept of your orders no longer carries your name, address or topics.',
      {
        kind: 'soft',
        text: 'If it was not you, write to us at once. This is the last letter you get from us.',
      },
    ],
    supportEmail,
  });
}

/** A topic may have 500 characters, too many for a subject line. */
function shorten(title: string): string {
  const characters = [...title.replace(/\s+/g, ' ').trim()];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
