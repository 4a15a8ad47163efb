type Hosts = { voice1Id: string; voice2Id: string; tone: string; style: string };
type Choices = Hosts & { topic: string | null; duration: number; stings: boolean };
type Benefits = { discountCode: string | null; isBonus: boolean };

/**
 * The create form, filled in with an order's choices; its topic is null for those who do not see it.
 * `unused` benefits belong to an order that came to nothing: its discount code or bonus episode can be
 * used again.
 */
export function reorderPath(choices: Choices, unused?: Benefits): string {
  const { topic, duration, stings } = choices;
  const query = queryOf(topic, choices);
  query.set('duration', String(duration));
  if (!stings) query.set('stings', '0');
  if (unused?.discountCode) query.set('code', unused.discountCode);
  if (unused?.isBonus) query.set('bonus', '1');
  return `/create?${query}`;
}

/** The create form, filled in with a question and the hosts of the episode that raised it. */
export function followUpPath(question: string, hosts: Hosts): string {
  return `/create?${queryOf(question, hosts)}`;
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
