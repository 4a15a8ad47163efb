import type { ModelSet } from '#shared/models.ts';
import { bestFormat } from '../speech/format.ts';

/** The best first: of the middle tier, then of the small one (prices: `costs/priceList.ts`). */
const SCRIPT = ['gpt-6.1-terra', 'gpt-5.6-terra', 'gpt-6-luna', 'gpt-5.6-luna', 'gpt-5.4-mini'];
/** The best first. Eleven v3 is not among them: it speaks lines of a sentence or two worse than these. */
const SPEECH = ['eleven_v4', 'eleven_v4_turbo', 'eleven_flash_v2_5', 'eleven_multilingual_v2'];

/** What every account has, for where nobody can tell what ours has. */
export const safest: ModelSet = {
  script: 'gpt-6-luna',
  speech: 'eleven_flash_v2_5',
  format: bestFormat(null),
};

/** Null is the best that the accounts have. */
export type Wanted = { [Part in keyof ModelSet]: string | null };

/** What the operator names goes before what was chosen. */
export function overrule(set: ModelSet, wanted: Wanted): ModelSet {
  return {
    script: wanted.script ?? set.script,
    speech: wanted.speech ?? set.speech,
    format: wanted.format ?? set.format,
  };
}

/** What the accounts could do; null is what a restricted key is not told. */
export interface Abilities {
  /** The script's models by name; a reseller's have its name in front. */
  script: string[] | null;
  speech: string[] | null;
  /** ElevenLabs' plan, which has some formats. */
  tier: string | null;
}

/** The best that accounts with these abilities can do; of what nobody may be told, the present one. */
export function bestOf({ script, speech, tier }: Abilities, present = safest): ModelSet {
  const ownName = (name: string) => name.replace(/^openai\//, '');
  return {
    script: script ? (firstOf(SCRIPT, script, ownName) ?? safest.script) : present.script,
    speech: speech ? (firstOf(SPEECH, speech, (name) => name) ?? safest.speech) : present.speech,
    format: tier === null ? present.format : bestFormat(tier),
  };
}

/** The account's own name for the first of the candidates that it has. */
function firstOf(candidates: string[], listed: string[], nameOf: (name: string) => string) {
  for (const candidate of candidates) {
    const found = listed.find((name) => nameOf(name) === candidate);
    if (found) return found;
  }
  return undefined;
}
