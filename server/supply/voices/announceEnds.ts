import type { Db } from '../../base/db/openDatabase.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import { describe, whyNotForSale } from './describe.ts';
import { openVoiceCache } from './voiceCache.ts';
import { openVoiceStates } from './voiceStates.ts';

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
