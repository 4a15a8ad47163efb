import type { Channel } from './channels.ts';

type Hosts = { voice1Id: string; voice2Id: string; tone: string; style: string };
type Choices = Hosts & { topic: string | null; duration: number; stings: boolean };
type Benefits = { discountCode: string | null; isBonus: boolean };

type Link = {
  /** Where the link stands; without it, the visitor keeps the channel that brought them here. */
  from?: Channel;
  /** Benefits of an order that came to nothing: they can be used again. */
  unused?: Benefits | undefined;
};

/** The create form with an order's choices; `topic` is null for those who may not see it. */
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

/** The create form with an episode's hosts and a question, or room for one (null). */
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
