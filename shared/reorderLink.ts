import type { Channel } from './channels.ts';

type Hosts = { voice1Id: string; voice2Id: string; tone: string; style: string };
type Choices = Hosts & { topic: string | null; duration: number; stings: boolean };
type Benefits = { discountCode: string | null; isBonus: boolean };

type Link = {
  /** Where the link stands; without one, whoever follows it comes from where they came from before. */
  from?: Channel;
  /** Of an order that came to nothing: its discount code or bonus episode can be used again. */
  unused?: Benefits | undefined;
};

/** The create form, filled in with an order's choices; its topic is null for those who do not see it. */
export function reorderPath(choices: Choices, { from, unused }: Link = {}): string {
  const { topic, duration, stings } = choices;
  const query = queryOf(topic, choices);
  if (from) query.set('from', from);
  query.set('duration', String(duration));
  if (!stings) query.set('stings', '0');
  if (unused?.discountCode) query.set('code', unused.discountCode);
  if (unused?.isBonus) query.set('bonus', '1');
  return `/create?${query}`;
}

/** The create form, filled in with a question, or with room for one (null), and the hosts of an episode. */
export function followUpPath(question: string | null, hosts: Hosts, from: Channel): string {
  const query = queryOf(question, hosts);
  query.set('from', from);
  return `/create?${query}`;
}

function queryOf(topic: string | null, { voice1Id, voice2Id, tone, style }: Hosts) {
  return new URLSearchParams({
    ...(topic !== null && { topic }),
    voice1: voice1Id,
    voice2: voice2Id,
    tone,
    style,
  });
}
