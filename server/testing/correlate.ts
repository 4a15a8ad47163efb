/**
 * Finds `part` in `sound` by normalised cross-correlation, from sample `from` on. `likeness`, from
 * 0 to 1, is the share of the sound's power there that it explains.
 */
export function correlate(
  sound: Int16Array,
  part: Int16Array,
  from = 0,
): { at: number; likeness: number } {
  const own = energyOf(part);
  let within = energyOf(sound.subarray(from, from + part.length));
  let best = { at: from, likeness: 0 };
  for (let at = from; at <= sound.length - part.length; at++) {
    let product = 0;
    for (let i = 0; i < part.length; i++) product += (part[i] ?? 0) * (sound[at + i] ?? 0);
    const likeness = product > 0 ? product ** 2 / (own * within || 1) : 0;
    if (likeness > best.likeness) best = { at, likeness };
    within += (sound[at + part.length] ?? 0) ** 2 - (sound[at] ?? 0) ** 2;
  }
  return best;
}

const energyOf = (sound: Int16Array) => sound.reduce((sum, value) => sum + value ** 2, 0);
