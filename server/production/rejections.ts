import { ProviderFailure } from '../provider.ts';
import { isItsOwn } from './waitOutOutage.ts';

const rejections: Record<string, string> = {
  OpenAI: 'Our hosts could not talk about this topic.',
  ElevenLabs: 'One of the two voices could not be recorded any more.',
};

/** What a buyer reads when a provider rejects an episode, or a preview, for good; null when none does. */
export function rejectionIn(error: unknown): string | null {
  if (!(error instanceof ProviderFailure) || !isItsOwn(error)) return null;
  return rejections[error.provider] ?? 'A service we depend on would not take this episode.';
}
