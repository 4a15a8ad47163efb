import type { Line } from './badHabits.ts';
import { withoutSpeaker } from './said.ts';
import { bare } from './scripts.ts';
import type { Spec } from './spec.ts';

/** In a closing, how much of the talk rests on sources, once; no line where nothing was read. */
export function sourcedLine({ place, sourced, said }: Spec): Line[] {
  if (place !== 'closing' || !sourced) return [];
  const { share, sources } = sourced;
  const count = sources === 'one' ? 'one source' : `${sources} sources`;
  const text = `${share.charAt(0).toUpperCase()}${share.slice(1)} of what you heard rests on ${count}; the rest was us, thinking aloud.`;
  if (said.some((line) => bare(withoutSpeaker(line)).includes(bare(text)))) return [];
  return [{ speaker: /^(?:\d+ )?A: /.test(said.at(-1) ?? '') ? 'B' : 'A', text }];
}
