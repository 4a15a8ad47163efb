import { ProviderFailure } from '../provider.ts';
import { NothingToRestOn } from './failureCause.ts';
import { isItsOwn } from './waitOutOutage.ts';

const rejections: Record<string, string> = {
  OpenAI: 'Our hosts could not talk about this topic.',
  ElevenLabs: 'One of the two voices could not be recorded any more.',
};

/** What a buyer reads when an episode, or a preview, cannot be made for good; null while it may be. */
export function rejectionIn(error: unknown): string | null {
  if (error instanceof NothingToRestOn) {
    return 'What you brought was deleted before it could be read, and this was to rest on it alone.';
  }
  if (!(error instanceof ProviderFailure) || !isItsOwn(error)) return null;
  return rejections[error.provider] ?? 'A service we depend on would not take this episode.';
}
