import { brand } from '#shared/brand.ts';
import { formatPrice } from '#shared/price.ts';
import { type Block, type LetterText, layOut } from './layout.ts';

interface Welcome {
  /** Proves the address when opened; null when it is proven already. */
  verifyUrl: string | null;
  createUrl: string;
  supportEmail: string;
}

/** To a new account. */
export function welcomeLetter({ verifyUrl, createUrl, supportEmail }: Welcome): LetterText {
  const start =
    'Type what you can’t stop wondering. Two AI hosts talk it through and send you the tape.';
  const blocks: Block[] = [
    { kind: 'text', text: start },
    {
      kind: 'text',
      text: 'After your first paid episode, a 10-minute one is on us. You pay per episode; nothing renews.',
    },
  ];
  if (verifyUrl) {
    blocks.push(
      { kind: 'text', text: 'First, tell us that this address is yours:' },
      { kind: 'button', label: 'Confirm my address', url: verifyUrl },
      { kind: 'soft', text: `If you did not sign up to ${brand.name}, leave this letter be.` },
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

interface Reset {
  resetUrl: string;
  supportEmail: string;
}

/** To whoever forgot a password, or is said to have. */
export function resetLetter({ resetUrl, supportEmail }: Reset): LetterText {
  const terms = 'The link works once, for one hour.';
  return layOut({
    subject: `A new password for ${brand.name}`,
    preview: terms,
    heading: 'Choose a new password',
    blocks: [
      { kind: 'text', text: `Somebody asked for a new password for this address. ${terms}` },
      { kind: 'button', label: 'Choose a new password', url: resetUrl },
      {
        kind: 'text',
        text: 'Choosing one signs you out everywhere. An older link of this kind no longer works.',
      },
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
  /** Cents. */
  amountPaid: number;
  supportEmail: string;
}

/** The finished episode. */
export function readyLetter(episode: Ready): LetterText {
  const [first, second] = episode.hosts;
  const length = clock(episode.durationSeconds);
  const blocks: Block[] = [
    {
      kind: 'text',
      text: `${first} and ${second} sat down and talked it through. You bought ${episode.boughtMinutes} minutes; the tape runs ${length}.`,
    },
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
  blocks.push(
    {
      kind: 'text',
      text: episode.amountPaid
        ? `You paid ${formatPrice(episode.amountPaid)}, once. Nothing renews.`
        : 'This one was free. Nothing renews.',
    },
    {
      kind: 'soft',
      text: 'The link works for whoever has it. The hosts are AI voices, the script was made by AI and may err: check what matters before you rely on it.',
    },
  );
  return layOut({
    subject: `Your tape is ready: ${episode.title}`,
    preview: `${length} with ${first} and ${second}.`,
    heading: episode.title,
    blocks,
    supportEmail: episode.supportEmail,
  });
}

interface Failed {
  topic: string;
  /** A sentence for the buyer. */
  reason: string;
  /** Cents. */
  amountPaid: number;
  createUrl: string;
  supportEmail: string;
}

/** An episode that could not be made. */
export function failedLetter({ topic, reason, ...episode }: Failed): LetterText {
  const money = episode.amountPaid
    ? `Your ${formatPrice(episode.amountPaid)} is safe: it goes back to you by itself, in full. Your bank may take a few days to show it.`
    : 'It cost you nothing. A free episode or a discount that you used for it is yours again.';
  return layOut({
    subject: `We could not make your episode: ${shorten(topic)}`,
    preview: money,
    heading: 'This one didn’t work out',
    blocks: [
      {
        kind: 'text',
        text: `You asked for an episode about “${shorten(topic)}”, and we could not make it. ${reason}`,
      },
      { kind: 'text', text: money },
      {
        kind: 'text',
        text: 'The studio is open whenever you want to try again.',
      },
      { kind: 'button', label: 'Order again', url: episode.createUrl },
    ],
    supportEmail: episode.supportEmail,
  });
}

/** `754.6` seconds as `12:35`. */
function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A topic may have 500 characters; a subject line should not. */
function shorten(title: string): string {
  const characters = [...title.replace(/\s+/g, ' ').trim()];
  return characters.length <= 80 ? characters.join('') : `${characters.slice(0, 79).join('')}…`;
}
