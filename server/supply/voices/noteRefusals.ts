import type { Db } from '../../base/db/openDatabase.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import { knownVoices } from './describe.ts';
import { openVoiceCache } from './voiceCache.ts';
import { openVoiceStates } from './voiceStates.ts';

/** Takes a refused voice off the list on all instances; the caller still gets the failure. */
export function noteRefusals<N extends Narrator>(
  narrator: N,
  { db, alerts }: { db: Db; alerts: Pick<OperatorAlerts, 'voiceRefused'> },
): N {
  const states = openVoiceStates(db, narrator.settings);
  const voiceCache = openVoiceCache(db, narrator);

  async function note(voiceId: string, { message }: ProviderFailure): Promise<void> {
    const listed = (await voiceCache.stored()).find(({ id }) => id === voiceId);
    const name = knownVoices.get(voiceId)?.name ?? listed?.name ?? voiceId;
    log.error({ voiceId, name, message }, 'the provider refused a voice: it is off the list');
    await db.transaction(async (tx) => {
      await states.refused(tx, voiceId, message);
      await alerts.voiceRefused(tx, { voiceId, name, message });
    });
  }

  const speak: Narrator['speak'] = async (utterance, signal) => {
    try {
      return await narrator.speak(utterance, signal);
    } catch (error) {
      if (isOfVoice(error)) {
        await note(utterance.voiceId, error).catch((fault: unknown) =>
          log.error({ err: fault }, 'could not store the refusal of a voice'),
        );
      }
      throw error;
    }
  };

  return {
    ...narrator,
    speak,
    async speakTake(take, signal) {
      try {
        return await narrator.speakTake(take, signal);
      } catch (error) {
        if (!isOfVoice(error)) throw error;
        // Not every refusal names its voice: speaking one line of each shows it, and fails
        // likewise.
        const { lines, ...request } = take;
        for (const id of new Set(lines.map(({ voiceId }) => voiceId))) {
          const line = lines.find(({ voiceId }) => voiceId === id);
          if (line) await speak({ ...request, ...line }, signal);
        }
        throw error;
      }
    },
  };
}

/** The failure is about a voice, and retrying is pointless. */
function isOfVoice(error: unknown): error is ProviderFailure {
  return (
    error instanceof ProviderFailure && error.subject === 'voice' && error.trouble === 'rejected'
  );
}
