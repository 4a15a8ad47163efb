import type { CreditsState } from '#shared/credits.ts';
import { formatPrice } from '#shared/pricing.ts';
import { button, code, facts, link, quote, soft } from '../blocks.ts';
import { type EmailText, layOutInternal, type Sender } from '../layout.ts';

const KEPT = soft(
  'Earlier orders are kept and continue by themselves. If one waits for 24 hours, what it cost is returned.',
);

/** Tries refused voices again, and adds others until there are 70. */
const FILL = code('npm run voices -- --fill 70');

const admin = ({ publicUrl }: Sender, query = '') =>
  button('Open Admin', `${publicUrl}/admin${query}`);

const DASHBOARDS = new Map([
  ['OpenAI', 'https://platform.openai.com/settings/organization/billing/overview'],
  ['ElevenLabs', 'https://elevenlabs.io/app/subscription'],
]);

function providerOrAdmin(news: Sender, provider: string, query = '') {
  const dashboard = DASHBOARDS.get(provider);
  if (!dashboard) return [admin(news, query)];
  return [
    button(`Open ${provider}`, dashboard),
    link('Open Admin', `${news.publicUrl}/admin${query}`),
  ];
}

export function refusedEmail(news: Sender & { provider: string; message: string }): EmailText {
  const { provider, message } = news;
  const what = `${provider} refuses our requests.`;
  return layOutInternal(news, {
    subject: `${provider} refuses us: no orders are taken`,
    preview: what,
    heading: 'The studio is closed',
    blocks: [
      `${what} It said:`,
      code(message),
      'Check the account there: its key, plan, settings and credit. Until it’s in order, we take no orders; then the studio opens again by itself.',
      ...providerOrAdmin(news, provider),
      KEPT,
    ],
  });
}

/** Goes out once emails can be sent again. `message` is the mail server's own. */
export function mailOutageEmail(news: Sender & { message: string }): EmailText {
  const what = 'For a while the mail server refused our emails.';
  return layOutInternal(news, {
    subject: 'The mail server refused our emails',
    preview: what,
    heading: 'Emails had to wait',
    blocks: [
      `${what} It said:`,
      code(news.message),
      'If the account may only write to certain addresses (a “sandbox”), ask the mail service to lift that.',
      'No email was lost: each is tried again until it goes out, as this one did. Admin shows which are still waiting.',
      admin(news),
    ],
  });
}

/** `cap` is in micro-dollars. */
export function capEmail(news: Sender & { cap: number }): EmailText {
  const what = `Today’s spending cap of ${formatPrice(Math.round(news.cap / 10_000))} is reached.`;
  return layOutInternal(news, {
    subject: 'The day’s spending cap is reached: no orders are taken',
    preview: what,
    heading: 'The day’s cap is reached',
    blocks: [
      `${what} No orders are taken, episodes being made are on hold, and nothing more is spent.`,
      'The studio opens again by itself at midnight UTC. To open it now, restart the service with a higher cap:',
      code(`SPENDING_CAP=${Math.ceil((2 * news.cap) / 1_000_000)}`),
      'Admin shows what was spent, and what is on hold.',
      admin(news),
      KEPT,
    ],
  });
}

export function lateEmail(news: Sender & { episodes: number; minutes: number }): EmailText {
  const { episodes, minutes } = news;
  const what = episodes === 1 ? 'An episode is late' : `${episodes} episodes are late`;
  return layOutInternal(news, {
    subject: `${what}: ${minutes} minutes and not ready`,
    preview: `${what}. No order is lost.`,
    heading: what,
    blocks: [
      `${episodes === 1 ? 'It' : 'The oldest'} has been waiting or in progress for ${minutes} minutes.`,
      'Admin shows which are stuck and why, and can try them again.',
      admin(news, '?view=episodes&status=processing'),
      'If nothing moves at all, read the log, and check the service itself:',
      link('Open the service check', `${news.publicUrl}/readyz`),
      soft(
        'No order is lost: each continues by itself. If one waits for 24 hours, what it cost is returned.',
      ),
    ],
  });
}

export function voiceRefusedEmail(
  news: Sender & { name: string; voiceId: string; message: string },
): EmailText {
  const { name, voiceId, message } = news;
  const what = `The provider refuses the voice ${name}, so it’s no longer offered.`;
  return layOutInternal(news, {
    subject: `${name} is off the list of voices`,
    preview: what,
    heading: 'One voice fewer',
    blocks: [
      `${what} All others still are. The provider said:`,
      quote(`${name}, ${voiceId}`, [message]),
      `This tries ${name} again, and adds others until there are 70 voices:`,
      FILL,
      admin(news),
      soft('If an order’s episode can’t be made without this voice, what it cost is returned.'),
    ],
  });
}

export function voicesEndEmail(
  news: Sender & { voices: { id: string; name: string; end: Date }[] },
): EmailText {
  const { voices } = news;
  const [what, until] =
    voices.length === 1
      ? ['A voice is going away', 'Its provider is removing it. It’s offered until its date:']
      : [
          `${voices.length} voices are going away`,
          'Their provider is removing them. Each is offered until its date:',
        ];
  return layOutInternal(news, {
    subject: `${what} within 60 days`,
    preview: `${voices.map(({ name }) => name).join(', ')}.`,
    heading: what,
    blocks: [
      until,
      facts(voices.map(({ id, name, end }) => ({ name, value: formatDay(end), code: id }))),
      'This adds others in their place:',
      FILL,
      admin(news),
    ],
  });
}

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
    expiring: endsAt ? `ends on ${formatDay(endsAt)}` : 'ends soon',
    expired: 'has expired',
    revoked: 'was revoked',
  };
  const what = `Paddle’s ${kind} “${name}” ${ends[news]}`;
  const [setting, loss] =
    kind === 'API key'
      ? ['PADDLE_API_KEY', 'nothing can be sold or refunded']
      : ['PADDLE_CLIENT_TOKEN', 'nobody can open the payment window'];
  return layOutInternal(ending, {
    subject: what,
    preview: `${what}.`,
    heading: news === 'expiring' ? 'A key is about to end' : 'A key has ended',
    blocks: [
      `${what}. If this is the one we use, ${loss} without it.`,
      `To replace it, create a new ${kind} in Paddle under Developer tools, Authentication. Put it into this setting, and restart:`,
      code(setting),
      button('Open Paddle', 'https://vendors.paddle.com/authentication-v2'),
      soft('Both may be valid at once, so nothing has to stop.'),
    ],
  });
}

type Credits = Sender & Pick<CreditsState, 'left' | 'limit' | 'minutes' | 'renewedAt'>;

export function creditsLowEmail(news: Credits): EmailText {
  const { left, limit, minutes, renewedAt } = news;
  const numbers = `${left.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  const what = `${numbers} credits are left at ElevenLabs`;
  const good = `${minutes} minutes of episodes`;
  return layOutInternal(news, {
    subject: what,
    preview: minutes === null ? `${what}.` : `${what}, good for about ${good}.`,
    heading: 'Few credits are left',
    blocks: [
      facts([
        { name: 'Left', value: numbers },
        ...(minutes === null ? [] : [{ name: 'Good for', value: `About ${good}` }]),
        ...(renewedAt ? [{ name: 'Renews on', value: formatDay(new Date(renewedAt)) }] : []),
      ]),
      'At ElevenLabs, switch on usage-based billing, add credits or take a larger plan. Everything works until they’re used up; then no orders are taken.',
      ...providerOrAdmin(news, 'ElevenLabs', '?view=providers'),
      KEPT,
    ],
  });
}

const formatDay = (date: Date) =>
  date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
