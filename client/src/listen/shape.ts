import type { Transcript } from '#shared/script.ts';
import type { Turn } from '#shared/wave.ts';

/** Each turn starts this share of a slot before the last one ends (brand, wave rule 3). */
const OVERLAP = 0.3;

/**
 * Reduces a transcript to turns that are wide enough to draw on a phone. The episode is cut into
 * `slots` equal slots; each belongs to the host who spoke longest in it, and adjacent slots of one
 * host are merged.
 */
export function shapeOf(segments: Transcript['segments'], duration: number, slots: number): Turn[] {
  if (duration <= 0) return [];
  const turns: Turn[] = [];
  for (let slot = 0; slot < slots; slot++) {
    const from = slot / slots;
    const to = (slot + 1) / slots;
    const side = mainSpeakerOf(segments, from * duration, to * duration);
    const last = turns.at(-1);
    if (!side) continue;
    if (last?.side === side && last.to === from) last.to = to;
    else turns.push({ side, from, to });
  }
  return turns.map((turn) => ({ ...turn, from: Math.max(0, turn.from - OVERLAP / slots) }));
}

/** The host who spoke longest between two times in seconds; null in silence. */
function mainSpeakerOf(
  segments: Transcript['segments'],
  from: number,
  to: number,
): 'A' | 'B' | null {
  const spoken = { A: 0, B: 0 };
  for (const segment of segments) {
    const within = Math.min(segment.endTime, to) - Math.max(segment.startTime, from);
    if (within > 0) spoken[segment.side] += within;
  }
  if (spoken.A + spoken.B === 0) return null;
  return spoken.A >= spoken.B ? 'A' : 'B';
}
