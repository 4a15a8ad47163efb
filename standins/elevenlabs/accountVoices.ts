import type { ElevenlabsAccount } from './account.ts';
import type { CatalogueVoice } from './voices.ts';

export interface AccountVoice extends CatalogueVoice {
  /** Price multiplier per character. */
  rate: number;
  /** Milliseconds since 1970. */
  endsAt: number | null;
  isCovered: boolean;
}

export function accountVoices(
  voices: readonly CatalogueVoice[],
  account: ElevenlabsAccount,
  now: number,
): AccountVoice[] {
  const { defaultsEndAt } = account;
  const areDefaultsOver = defaultsEndAt !== null && Date.parse(defaultsEndAt) <= now;
  return voices
    .filter(({ category }) => !(areDefaultsOver && category === 'premade'))
    .map((voice) => withTerms(voice, account))
    .filter(({ endsAt }) => endsAt === null || endsAt > now);
}

function withTerms(voice: CatalogueVoice, account: ElevenlabsAccount): AccountVoice {
  const end = account.ending[voice.id];
  return {
    ...voice,
    rate: account.doubled.includes(voice.id) ? 2 : 1,
    endsAt: end ? Date.parse(end) : null,
    isCovered: !account.uncovered.includes(voice.id),
  };
}
