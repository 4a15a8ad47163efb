import type { ProviderVoice } from '../speech/speech.ts';
import { describe } from './describe.ts';

/** Why a voice of the account may not be sold, regardless of its sound; null if it may. */
export function whyNotOffered(voice: ProviderVoice, now = Date.now()): string | null {
  const { endsAt, rate, labels } = voice;
  if (endsAt !== null && endsAt <= now) return 'has ended';
  if (rate > 1) return `costs ${rate} times the price`;
  if (labels.language && !/^en\b/i.test(labels.language)) return `speaks ${labels.language}`;
  if (!describe(voice)) return 'is labelled neither male nor female';
  return null;
}
