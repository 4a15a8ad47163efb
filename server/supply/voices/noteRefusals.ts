import type { Db } from '../../base/db/openDatabase.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import { describe, knownVoices, whyNotForSale } from './describe.ts';
import { openVoiceCache, openVoiceStates } from './voiceCache.ts';

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

/** ms before the end: enough time to find other voices. */
const NOTICE = 60 * 24 * 60 * 60 * 1000;

/** Alerts the operator once about each voice that ends soon, all new ones in one email. */
export async function announceEnds(
  narrator: Pick<Narrator, 'settings' | 'voices'>,
  { db, alerts }: { db: Db; alerts: Pick<OperatorAlerts, 'voicesEnd'> },
): Promise<void> {
  const voiceCache = openVoiceCache(db, narrator);
  const states = openVoiceStates(db, narrator.settings);
  // Without visitors nobody else refreshes an old list. Before the first list nothing is sold.
  const listed = (await voiceCache.stored()).length ? await voiceCache.current() : [];
  const ending = listed
    .filter((voice) => !whyNotForSale(voice))
    .flatMap((voice) => {
      const { id, endsAt } = voice;
      if (endsAt === null || endsAt > Date.now() + NOTICE) return [];
      return { id, name: describe(voice)?.name ?? id, end: new Date(endsAt) };
    });
  if (!ending.length) return;
  await db.transaction(async (tx) => {
    const news: typeof ending = [];
    // Sorted by id, so that two instances cannot deadlock.
    for (const voice of ending.sort((one, other) => (one.id < other.id ? -1 : 1))) {
      if (await states.announceEnd(tx, voice.id, voice.end)) news.push(voice);
    }
    if (news.length) await alerts.voicesEnd(tx, news);
  });
}
