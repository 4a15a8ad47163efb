import type { ModelSet } from '#shared/models.ts';
import { bestFormat } from '../../sound/speech/format.ts';

/** The best first: the middle tier, then the small one. */
const SCRIPT = ['gpt-6.1-terra', 'gpt-5.6-terra', 'gpt-6-luna', 'gpt-5.6-luna', 'gpt-5.4-mini'];
/** The best first. Without Eleven v3, which is worse at lines of a sentence or two. */
const SPEECH = ['eleven_v4', 'eleven_v4_turbo', 'eleven_flash_v2_5', 'eleven_multilingual_v2'];

/** Included in every account. Used when we do not know what ours includes. */
export const safest: ModelSet = {
  script: 'gpt-6-luna',
  speech: 'eleven_flash_v2_5',
  format: bestFormat(null),
};

/** The operator's choice; null for the best that the accounts have. */
export type Wanted = { [Part in keyof ModelSet]: string | null };

export function overrule(set: ModelSet, wanted: Wanted): ModelSet {
  return {
    script: wanted.script ?? set.script,
    speech: wanted.speech ?? set.speech,
    format: wanted.format ?? set.format,
  };
}

/** Null is what a restricted key may not read. */
export interface Abilities {
  /** A reseller's names may begin with `openai/`. */
  script: string[] | null;
  speech: string[] | null;
  /** ElevenLabs' plan, which decides the formats. */
  tier: string | null;
}

/** Keeps the present model where an ability is unknown. */
export function bestOf({ script, speech, tier }: Abilities, present = safest): ModelSet {
  const ownName = (name: string) => name.replace(/^openai\//, '');
  return {
    script: script ? (firstOf(SCRIPT, script, ownName) ?? safest.script) : present.script,
    speech: speech ? (firstOf(SPEECH, speech, (name) => name) ?? safest.speech) : present.speech,
    format: tier === null ? present.format : bestFormat(tier),
  };
}

function firstOf(candidates: string[], listed: string[], ownNameOf: (name: string) => string) {
  for (const candidate of candidates) {
    const found = listed.find((name) => ownNameOf(name) === candidate);
    if (found) return found;
  }
  return undefined;
}
