import type { Db } from '../../base/db/openDatabase.ts';
import type { Narrator } from '../../sound/speech/speech.ts';
import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import { describe, whyNotForSale } from './describe.ts';
import { openVoiceCache } from './voiceCache.ts';
import { openVoiceStates } from './voiceStates.ts';

/** How long before its end a voice is announced, ms: enough time to find others. */
const NOTICE = 60 * 24 * 60 * 60 * 1000;

/**
 * Alerts the operator once about each voice that ends within 60 days, with all new ones in one
 * email. Uses the stored list; before there is one, nothing is sold.
 */
export async function announceEnds(
  narrator: Pick<Narrator, 'settings' | 'voices'>,
  { db, alerts }: { db: Db; alerts: Pick<OperatorAlerts, 'voicesEnd'> },
): Promise<void> {
  const voiceCache = openVoiceCache(db, narrator);
  const states = openVoiceStates(db, narrator.settings);
  // On a site without visitors nobody fetches the list, so refresh an old one here.
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
