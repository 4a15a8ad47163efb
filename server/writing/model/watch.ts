import type { ScriptLine } from '#shared/script.ts';
import { guarded } from '../../base/kit/guarded.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { AGAIN } from '../prompts/prompts.ts';
import { Unfit } from './modelFailures.ts';

/** More turns of one host in a row are no conversation. */
export const MOST_TURNS = 6;
/** Common words of spoken English that are rare in other languages with its letters. */
const ENGLISH =
  /(?<!\p{L})(?:the|and|that|it|you|this|these|those|what|with|they|them|their|there|are|were|from|which|who|how|why|when|where|because|would|could|should|about|your|but|not|been|if|than|then|one|nobody|somebody|something|nothing|everybody|his|she|its|our|some|any|every|did|does|says|said|know|think|get|make|let|go|good|goodbye|well|right|thanks|next|never|always|only|into|out|up|very|much|too|here|now|other|thing|people|yes)(?:['’]s)?(?!\p{L})|\p{L}['’](?:t|re|m|ll|ve|d)(?!\p{L})/giu;
/** Characters per English word at most, some 15 words; shorter texts may be names or quotations. */
export const STRETCH = 90;
const SHORT = 60;

export function isEnglish(text: string): boolean {
  const has = () => text.length <= STRETCH * [...text.matchAll(ENGLISH)].length;
  return guarded('a language', text, has, true);
}
export const isForeign = (text: string) => text.length >= SHORT && !isEnglish(text);
export const isByOne = (lines: ScriptLine[], host = lines[0]?.speaker) =>
  lines.every(({ speaker }) => speaker === host);

export function againAfter(failure: unknown): string | null {
  if (failure instanceof Unfit) return failure.again;
  const isDeclined = failure instanceof ProviderFailure && failure.trouble === 'rejected';
  return isDeclined ? AGAIN.declined : null;
}
