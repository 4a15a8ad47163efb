import type { CreditsState } from '#shared/credits.ts';
import { formatPrice } from '#shared/pricing.ts';
import type { Block, Sender } from '../block.ts';
import { type EmailText, layOut } from '../layout.ts';

const KEPT =
  'No orders are taken until then. Earlier ones are kept and continue by themselves; if one waits for 24 hours, what it cost is returned.';

const admin = ({ publicUrl }: Sender, query = ''): Block => ({
  kind: 'button',
  label: 'Open Admin',
  url: `${publicUrl}/admin${query}`,
});

/** To the operator: a provider refuses us. `message` is the provider's own. */
export function refusedEmail(news: Sender & { provider: string; message: string }): EmailText {
  const { provider, message } = news;
  const what = `${provider} refuses our key, our plan, our settings or our credit.`;
  return layOut({
    ...news,
    subject: `${provider} refuses us: no orders are taken`,
    preview: what,
    heading: 'The studio is closed',
    blocks: [
      `${what} It said: “${message}”`,
      KEPT,
      'It opens again by itself once the account is in order.',
      admin(news),
    ],
  });
}

/**
 * To the operator, once emails can be sent again after an outage. `message` is the server's own.
 */
export function mailOutageEmail(news: Sender & { message: string }): EmailText {
  const what = 'The mail server accepted our recipients but refused the emails, or us.';
  return layOut({
    ...news,
    subject: 'The mail server refused our emails',
    preview: what,
    heading: 'Emails had to wait',
    blocks: [
      `${what} It said: “${news.message}”`,
      'No email was lost: each is tried again until it goes out. Everything else carried on.',
      'Since you’re reading this, at least one email has gone out again. Admin shows whether others are still waiting. If the account may only write to certain addresses (a “sandbox”), ask the mail service to lift that.',
      admin(news),
    ],
  });
}

/** To the operator: the daily spending cap is reached. `cap` is in micro-dollars. */
export function capEmail(news: Sender & { cap: number }): EmailText {
  const what = `Today’s spending cap of ${formatPrice(Math.round(news.cap / 10_000))} is reached.`;
  return layOut({
    ...news,
    subject: 'The day’s spending cap is reached: no orders are taken',
    preview: what,
    heading: 'The studio is closed',
    blocks: [
      `${what} Episodes being made are on hold, and nothing more is spent.`,
      KEPT,
      'It opens again by itself at midnight UTC, or when you restart it with a higher SPENDING_CAP.',
      admin(news),
    ],
  });
}

/** To the operator: this many episodes are late; the oldest has taken `minutes`. */
export function lateEmail(news: Sender & { episodes: number; minutes: number }): EmailText {
  const { episodes, minutes } = news;
  const what = episodes === 1 ? 'An episode is late' : `${episodes} episodes are late`;
  return layOut({
    ...news,
    subject: `${what}: ${minutes} minutes and not ready`,
    preview: `${what}. No order is lost.`,
    heading: what,
    blocks: [
      `The oldest has been waiting or in progress for ${minutes} minutes. No order is lost: production continues by itself, and if an order waits for 24 hours, what it cost is returned.`,
      'Admin shows which episodes are stuck and why, and can try them again. If nothing moves at all, look at the log and at /readyz.',
      admin(news, '?view=episodes&status=processing'),
    ],
  });
}

/** To the operator: a voice cannot speak any more. `message` is the provider's own. */
export function voiceRefusedEmail(
  news: Sender & { name: string; voiceId: string; message: string },
): EmailText {
  const { name, voiceId, message } = news;
  const what = `The voice ${name} (${voiceId}) can’t speak.`;
  return layOut({
    ...news,
    subject: `${name} is off the list of voices`,
    preview: what,
    heading: 'One voice fewer',
    blocks: [
      `${what} The provider said: “${message}”`,
      'It’s no longer offered; all other voices are. If the episode of an order with this voice can’t be made, what it cost is returned.',
      'Run “npm run voices” to see all voices, and “npm run voices -- --fill 70” to try it again and to add others.',
      admin(news),
    ],
  });
}

/** To the operator: the provider has announced the end of these voices. */
export function voicesEndEmail(
  news: Sender & { voices: { id: string; name: string; end: Date }[] },
): EmailText {
  const { voices } = news;
  const what = voices.length === 1 ? 'A voice ends' : `${voices.length} voices end`;
  return layOut({
    ...news,
    subject: `${what} within 60 days`,
    preview: `${voices.map(({ name }) => name).join(', ')}.`,
    heading: what,
    blocks: [
      {
        kind: 'rows',
        title: 'Offered until',
        rows: voices.map(({ id, name, end }) => ({ name: `${name} (${id})`, value: dayOf(end) })),
      },
      'From that day on they’re no longer offered. “npm run voices -- --fill 70” adds others in their place.',
      admin(news),
    ],
  });
}

/** To the operator: a Paddle key has expired or will expire soon. */
export function keyEmail(
  ending: Sender & {
    kind: 'API key' | 'client-side token';
    news: 'expiring' | 'expired' | 'revoked';
    name: string;
    endsAt: Date | null;
  },
): EmailText {
  const { kind, news, name, endsAt } = ending;
  const ends = {
    expiring: endsAt ? `ends on ${dayOf(endsAt)}` : 'ends soon',
    expired: 'has expired',
    revoked: 'was revoked',
  };
  const what = `Paddle’s ${kind} “${name}” ${ends[news]}`;
  const [setting, loss] =
    kind === 'API key'
      ? ['PADDLE_API_KEY', 'nothing can be sold or refunded']
      : ['PADDLE_CLIENT_TOKEN', 'nobody can open the payment window'];
  return layOut({
    ...ending,
    subject: what,
    preview: `${what}.`,
    heading: news === 'expiring' ? 'A key is about to end' : 'A key has ended',
    blocks: [
      `${what}. If it’s the one in ${setting}, ${loss} without it.`,
      `Then create a new one in Paddle under Developer tools, Authentication, put it into ${setting} and restart. Two may be valid at once, so nothing has to stop.`,
    ],
  });
}

type Credits = Sender & Pick<CreditsState, 'left' | 'limit' | 'minutes' | 'renewedAt'>;

/** To the operator: few ElevenLabs credits are left. */
export function creditsLowEmail(news: Credits): EmailText {
  const { left, limit, minutes, renewedAt } = news;
  const numbers = `${left.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  const what = `${numbers} credits are left at ElevenLabs`;
  const good = minutes === null ? '' : `, good for about ${minutes} minutes of episodes`;
  const until = renewedAt ? ` They renew on ${renewedAt.slice(0, 10)}.` : '';
  return layOut({
    ...news,
    subject: what,
    preview: `${what}${good}.`,
    heading: 'Few credits are left',
    blocks: [
      `${what}${good}.${until}`,
      'Everything works until they’re used up. Then no orders are taken; earlier ones wait, and if one waits for 24 hours, what it cost is returned.',
      'At ElevenLabs, switch on usage-based billing, add credits or take a larger plan.',
      admin(news, '?view=providers'),
    ],
  });
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
