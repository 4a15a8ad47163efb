import type { ModelSet } from '#shared/models.ts';
import { openElevenlabs } from '../sound/speech/openElevenlabs.ts';
import { openSpeechServer } from '../sound/speech/openSpeechServer.ts';
import type { Decode, ProbedNarrator, Shares, SpeechAccount } from '../sound/speech/speech.ts';
import type { Config } from '../supply/config/config.ts';
import type { Providers } from './providers.ts';

export function openSpeakers(
  { elevenlabs: limits, speechServer }: Pick<Config, 'elevenlabs' | 'speechServer'>,
  { elevenlabs }: Pick<Providers, 'elevenlabs'>,
  tools: { decode: Decode; shares?: Shares },
) {
  const account: SpeechAccount | null =
    elevenlabs && openElevenlabs({ ...elevenlabs, ...tools, concurrency: limits.concurrency });
  // Each process counts its calls on its own: the server says when there are too many.
  const server = speechServer && openSpeechServer({ ...speechServer, decode: tools.decode });

  /** The first narrator is the one whose models `set` names. */
  function narrators(set: ModelSet): [ProbedNarrator, ...ProbedNarrator[]] {
    const [first, ...others] = [account?.narrator(set), server?.narrator].filter(
      (narrator) => narrator !== undefined,
    );
    if (!first) throw new Error('nobody is configured to speak');
    return [first, ...others];
  }

  return {
    /** Null where a speech server speaks alone. */
    account,
    narrators,
    providers: [account && 'ElevenLabs', server?.narrator.provider].filter((name) => name != null),
    settingsOf: (set: ModelSet) => narrators(set)[0].settings,
    /** Their first part tells a real narrator from a stand-in; null without a real one. */
    realSettings: limits.account ? (account?.host ?? null) : (server?.narrator.settings ?? null),
  };
}
