import { ProviderFailure } from '../../base/kit/provider.ts';
import { NothingToRestOn } from './failureCause.ts';
import { isItsOwn } from './waitOutOutage.ts';

const rejections: Record<string, string> = {
  OpenAI: 'Our hosts couldn’t talk about this topic.',
  ElevenLabs: 'One of the two voices could no longer be recorded.',
};

/** Returns what a buyer reads if an episode or preview can never be made; null if it may be. */
export function rejectionIn(error: unknown): string | null {
  if (error instanceof NothingToRestOn) {
    return 'Your sources were deleted before they could be read, and this was to rest on them alone.';
  }
  if (!(error instanceof ProviderFailure) || !isItsOwn(error)) return null;
  return rejections[error.provider] ?? 'A service we depend on wouldn’t accept this episode.';
}
