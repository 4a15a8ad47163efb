import { formatPrice } from '#shared/tariff.ts';
import { type LetterText, layOut } from './layout.ts';

const KEPT =
  'Nothing is sold meanwhile. What was paid for before is kept and goes on by itself; an order that waits for 24 hours is refunded.';

/** To the operator: a provider will not serve us. `message` is the provider's own. */
export function refusedLetter({
  provider,
  message,
  adminUrl,
  supportEmail,
}: {
  provider: string;
  message: string;
  adminUrl: string;
  supportEmail: string;
}): LetterText {
  const what = `${provider} refuses our key, our plan or our credit.`;
  return layOut({
    subject: `${provider} refuses us: nothing is sold`,
    preview: what,
    heading: 'The till is closed',
    blocks: [
      { kind: 'text', text: `${what} It said: “${message}”` },
      { kind: 'text', text: KEPT },
      { kind: 'text', text: 'Once the account is in order the till opens by itself.' },
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/** To the operator: as much was spent today as may be. `cap` in micro-dollars. */
export function capLetter({
  cap,
  adminUrl,
  supportEmail,
}: {
  cap: number;
  adminUrl: string;
  supportEmail: string;
}): LetterText {
  const what = `Today’s spending cap of ${formatPrice(Math.round(cap / 10_000))} is reached.`;
  return layOut({
    subject: 'The day’s spending cap is reached: nothing is sold',
    preview: what,
    heading: 'The till is closed',
    blocks: [
      { kind: 'text', text: `${what} Episodes in the making wait, and nothing more is bought.` },
      { kind: 'text', text: KEPT },
      {
        kind: 'text',
        text: 'It opens by itself at midnight UTC, or at a start with a higher SPENDING_CAP.',
      },
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/** To the operator: so many episodes should be ready by now; the oldest has taken `minutes`. */
export function lateLetter({
  episodes,
  minutes,
  adminUrl,
  supportEmail,
}: {
  episodes: number;
  minutes: number;
  adminUrl: string;
  supportEmail: string;
}): LetterText {
  const what = episodes === 1 ? 'An episode is late' : `${episodes} episodes are late`;
  return layOut({
    subject: `${what}: ${minutes} minutes and not ready`,
    preview: `${what}. Nothing that was paid for is lost.`,
    heading: what,
    blocks: [
      {
        kind: 'text',
        text: `The oldest waits or is worked on for ${minutes} minutes. Nothing that was paid for is lost: production goes on by itself, and an order that waits for 24 hours is refunded.`,
      },
      {
        kind: 'text',
        text: 'Admin shows which episodes are stuck, why, and can try them again. If nothing moves at all, look at the log and at /readyz.',
      },
      {
        kind: 'button',
        label: 'Look at the episodes',
        url: `${adminUrl}?view=episodes&status=processing`,
      },
    ],
    supportEmail,
  });
}
