import { CHANNELS } from '#shared/channels.ts';
import { BONUS_DURATION, DURATIONS } from '#shared/pricing.ts';
import { STYLES, TONES } from '#shared/tonesAndStyles.ts';
import type { DraftValues } from './draft.ts';

/**
 * Reads `/create?topic=&voice1=&voice2=&tone=&style=&duration=&code=&bonus=1&stings=0&from=`.
 * Unknown values are left out, so that a hand-typed link cannot break the form.
 */
export function prefillFrom(search: URLSearchParams): Partial<DraftValues> {
  const filled: Partial<DraftValues> = {};
  const topic = search.get('topic')?.trim();
  if (topic) filled.topic = topic;
  const voice1Id = search.get('voice1');
  if (voice1Id) filled.voice1Id = voice1Id;
  const voice2Id = search.get('voice2');
  if (voice2Id) filled.voice2Id = voice2Id;
  if (voice1Id || voice2Id) filled.hasUsualPair = false;
  const tone = TONES.find((known) => known === search.get('tone'));
  if (tone) filled.tone = tone;
  const style = STYLES.find((known) => known === search.get('style'));
  if (style) filled.style = style;
  const duration = DURATIONS.find((known) => String(known) === search.get('duration'));
  if (duration) filled.duration = duration;
  const discountCode = search.get('code');
  if (discountCode) filled.discountCode = discountCode;
  const channel = CHANNELS.find((known) => known === search.get('from'));
  if (channel) filled.channel = channel;
  if (search.get('stings') === '0') filled.stings = false;
  if (search.get('bonus') === '1') {
    filled.bonus = 'use';
    filled.duration = BONUS_DURATION;
  }
  return filled;
}
