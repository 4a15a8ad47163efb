import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Narrator } from './speech.ts';

/** Throws `ProviderFailure` for a voice whose provider was taken out of the configuration. */
export function narratorOf<N extends Pick<Narrator, 'provider' | 'owns'>>(
  narrators: readonly N[],
  voiceId: string,
): N {
  const found = narrators.find((narrator) => narrator.owns(voiceId));
  if (found) return found;
  const failure = `no provider here speaks ${voiceId}`;
  throw new ProviderFailure('Speech server', 'rejected', failure, { subject: 'voice' });
}
