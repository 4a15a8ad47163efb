import type { ElevenlabsAccount } from './account.ts';
import type { RosterVoice } from './roster.ts';

/** A voice as our account has it today. */
export interface HeldVoice extends RosterVoice {
  /** What a character costs, as a multiple. */
  rate: number;
  /** When it ends, ms since 1970. */
  endsAt: number | null;
  /** Whether the plan allows to speak with it. */
  isCovered: boolean;
}

/** Those of these voices that the account may list and name now. */
export function heldVoices(
  voices: readonly RosterVoice[],
  account: ElevenlabsAccount,
  now: number,
): HeldVoice[] {
  const { defaultsEndAt } = account;
  const areDefaultsOver = defaultsEndAt !== null && Date.parse(defaultsEndAt) <= now;
  return voices
    .filter(({ category }) => !(areDefaultsOver && category === 'premade'))
    .map((voice) => held(voice, account))
    .filter(({ endsAt }) => endsAt === null || endsAt > now);
}

/** One voice with what the account's switches say of it. */
function held(voice: RosterVoice, account: ElevenlabsAccount): HeldVoice {
  const end = account.ending[voice.id];
  return {
    ...voice,
    rate: account.doubled.includes(voice.id) ? 2 : 1,
    endsAt: end ? Date.parse(end) : null,
    isCovered: !account.uncovered.includes(voice.id),
  };
}
