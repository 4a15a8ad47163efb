import type { Line } from './badHabits.ts';
import { hasSaid, isByA } from './said.ts';
import type { Spec } from './spec.ts';

/** In a closing, how much of the talk rests on sources, once; no line where nothing was read. */
export function sourcedLine(spec: Spec): Line[] {
  const { place, sourced, said } = spec;
  if (place !== 'closing' || !sourced) return [];
  const { share, sources } = sourced;
  const count = sources === 'one' ? 'one source' : `${sources} sources`;
  const text = `${share.charAt(0).toUpperCase()}${share.slice(1)} of what you heard rests on ${count}; the rest was us, thinking aloud.`;
  if (hasSaid(spec, text)) return [];
  return [{ speaker: isByA(said.at(-1)) ? 'B' : 'A', text }];
}
