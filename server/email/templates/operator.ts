import type { CreditsState } from '#shared/credits.ts';
import { formatPrice } from '#shared/pricing.ts';
import { type EmailText, layOut } from '../layout.ts';

const KEPT =
  'No orders are taken meanwhile. What was ordered before is kept and goes on by itself; an order that waits for 24 hours gets back what it cost.';

interface Alert {
  adminUrl: string;
  supportEmail: string;
}

/** To the operator: a provider refuses us. `message` is the provider's own. */
export function refusedEmail(news: Alert & { provider: string; message: string }): EmailText {
  const { provider, message, adminUrl, supportEmail } = news;
  const what = `${provider} refuses our key, our plan, our settings or our credit.`;
  return layOut({
    subject: `${provider} refuses us: no orders are taken`,
    preview: what,
    heading: 'The studio is closed',
    blocks: [
      `${what} It said: “${message}”`,
      KEPT,
      'Once the account is in order it opens by itself.',
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/**
 * To the operator, once emails can be sent again after an outage. `message` is the server's own.
 */
export function mailOutageEmail(news: Alert & { message: string }): EmailText {
  const { message, adminUrl, supportEmail } = news;
  const what = 'The mail server took the recipients of our letters and refused the letters, or us.';
  return layOut({
    subject: 'The mail server refused our letters',
    preview: what,
    heading: 'Letters had to wait',
    blocks: [
      `${what} It said: “${message}”`,
      'No letter was given up: each is tried again until it leaves. Everything else went on meanwhile.',
      'That you read this means that at least one letter leaves again. Admin says whether others still wait: an account that may write to some addresses only (a “sandbox”) has to be opened by the mail service.',
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/** To the operator: the daily spending cap is reached. `cap` is in micro-dollars. */
export function capEmail({ cap, adminUrl, supportEmail }: Alert & { cap: number }): EmailText {
  const what = `Today’s spending cap of ${formatPrice(Math.round(cap / 10_000))} is reached.`;
  return layOut({
    subject: 'The day’s spending cap is reached: no orders are taken',
    preview: what,
    heading: 'The studio is closed',
    blocks: [
      `${what} Episodes in the making wait, and nothing more is spent.`,
      KEPT,
      'It opens by itself at midnight UTC, or at a start with a higher SPENDING_CAP.',
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/** To the operator: this many episodes are late; the oldest has taken `minutes`. */
export function lateEmail(news: Alert & { episodes: number; minutes: number }): EmailText {
  const { episodes, minutes, adminUrl, supportEmail } = news;
  const what = episodes === 1 ? 'An episode is late' : `${episodes} episodes are late`;
  return layOut({
    subject: `${what}: ${minutes} minutes and not ready`,
    preview: `${what}. Nothing that was ordered is lost.`,
    heading: what,
    blocks: [
      `The oldest waits or is worked on for ${minutes} minutes. Nothing that was ordered is lost: production goes on by itself, and an order that waits for 24 hours gets back what it cost.`,
      'Admin shows which episodes are stuck, why, and can try them again. If nothing moves at all, look at the log and at /readyz.',
      {
        kind: 'button',
        label: 'Look at the episodes',
        url: `${adminUrl}?view=episodes&status=processing`,
      },
    ],
    supportEmail,
  });
}

/** To the operator: a voice cannot speak any more. `message` is the provider's own. */
export function voiceRefusedEmail(
  news: Alert & { name: string; voiceId: string; message: string },
): EmailText {
  const { name, voiceId, message, adminUrl, supportEmail } = news;
  const what = `The voice ${name} (${voiceId}) cannot speak.`;
  return layOut({
    subject: `${name} is off the list of voices`,
    preview: what,
    heading: 'One voice fewer',
    blocks: [
      `${what} The provider said: “${message}”`,
      'It is offered no more; all other voices are. An episode that was ordered with it gets back what it cost if it cannot be made.',
      'Run “npm run voices” to see all voices, and “npm run voices -- --fill 70” to try it again and to add others.',
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/** To the operator: the provider has announced the end of these voices. */
export function voicesEndEmail(
  news: Alert & { voices: { id: string; name: string; end: Date }[] },
): EmailText {
  const { voices, adminUrl, supportEmail } = news;
  const what = voices.length === 1 ? 'A voice ends' : `${voices.length} voices end`;
  return layOut({
    subject: `${what} within 60 days`,
    preview: `${voices.map(({ name }) => name).join(', ')}.`,
    heading: what,
    blocks: [
      {
        kind: 'rows',
        title: 'Offered until',
        rows: voices.map(({ id, name, end }) => ({
          name: `${name} (${id})`,
          value: end.toISOString().slice(0, 10),
        })),
      },
      'From that day they are offered no more. “npm run voices -- --fill 70” adds others in their place.',
      { kind: 'button', label: 'Look at Admin', url: adminUrl },
    ],
    supportEmail,
  });
}

/** To the operator: a Paddle key has expired or will expire soon. */
export function keyEmail(ending: {
  kind: 'API key' | 'client-side token';
  news: 'expiring' | 'expired' | 'revoked';
  name: string;
  endsAt: Date | null;
  supportEmail: string;
}): EmailText {
  const { kind, news, name, endsAt, supportEmail } = ending;
  const day = endsAt?.toISOString().slice(0, 10);
  const ends = {
    expiring: day ? `ends on ${day}` : 'ends soon',
    expired: 'has expired',
    revoked: 'was revoked',
  };
  const what = `Paddle’s ${kind} “${name}” ${ends[news]}`;
  const [setting, loss] =
    kind === 'API key'
      ? ['PADDLE_API_KEY', 'nothing can be sold and nothing paid back']
      : ['PADDLE_CLIENT_TOKEN', 'the payment window opens for nobody'];
  return layOut({
    subject: what,
    preview: `${what}.`,
    heading: news === 'expiring' ? 'A key is about to end' : 'A key has ended',
    blocks: [
      `${what}. Without the one that stands in ${setting} ${loss}.`,
      `If it is that one: make a new one in Paddle under Developer tools, Authentication, put it into ${setting} and start again. Two may be valid at once, so nothing has to stand still.`,
    ],
    supportEmail,
  });
}

/** To the operator: few ElevenLabs credits are left. */
export function creditsLowEmail(news: Alert & CreditsState): EmailText {
  const { left, limit, minutes, renewedAt, adminUrl, supportEmail } = news;
  const numbers = `${left.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  const what = `${numbers} credits are left at ElevenLabs`;
  const good = minutes === null ? '' : `, good for about ${minutes} minutes of episodes`;
  const until = renewedAt ? ` They are new on ${renewedAt.slice(0, 10)}.` : '';
  return layOut({
    subject: what,
    preview: `${what}${good}.`,
    heading: 'Few credits are left',
    blocks: [
      `${what}${good}.${until}`,
      'Everything goes on until they are used up. Then no orders are taken; what was ordered before waits, and an order that waits for 24 hours gets back what it cost.',
      'At ElevenLabs, switch on usage-based billing, add credits or take a larger plan.',
      { kind: 'button', label: 'Look at Admin', url: `${adminUrl}?view=providers` },
    ],
    supportEmail,
  });
}
