type Choices = {
  topic: string;
  tone: string;
  style: string;
  duration: number;
  voice1Id: string;
  voice2Id: string;
  stings: boolean;
};
type Benefits = { discountCode: string | null; isBonus: boolean };

/**
 * The create form prequery with an order's choices. `unused` benefits belong to an order that came to
 * nothing: its discount code or bonus episode can be used again.
 */
export function reorderPath(choices: Choices, unused?: Benefits): string {
  const { topic, voice1Id, voice2Id, tone, style, duration, stings } = choices;
  const query = new URLSearchParams({
    topic,
    voice1: voice1Id,
    voice2: voice2Id,
    tone,
    style,
    duration: String(duration),
  });
  if (!stings) query.set('stings', '0');
  if (unused?.discountCode) query.set('code', unused.discountCode);
  if (unused?.isBonus) query.set('bonus', '1');
  return `/create?${query}`;
}
