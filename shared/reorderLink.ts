type Made = {
  topic: string;
  tone: string;
  style: string;
  duration: number;
  voice1Id: string;
  voice2Id: string;
};
type Perks = { discountCode: string | null; isBonus: boolean };

/**
 * The form with everything filled in as it was, read by the create page. `unused` are those of an
 * order of which nothing came (yet): its code or its free episode are the buyer's to use.
 */
export function againPath(made: Made, unused?: Perks): string {
  const { topic, voice1Id, voice2Id, tone, style, duration } = made;
  const filled = new URLSearchParams({
    topic,
    voice1: voice1Id,
    voice2: voice2Id,
    tone,
    style,
    duration: String(duration),
  });
  if (unused?.discountCode) filled.set('code', unused.discountCode);
  if (unused?.isBonus) filled.set('bonus', '1');
  return `/create?${filled}`;
}
