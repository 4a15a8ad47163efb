import type { OperatorAlerts } from '../availability/operatorAlerts.ts';
import type { Db } from '../db/open.ts';
import type { Narrator } from '../speech/speech.ts';
import { describe } from './describe.ts';
import { openRoster } from './roster.ts';
import { openVoiceStates } from './voiceStates.ts';
import { whyNotOffered } from './whyNotOffered.ts';

/** An end is told of so long before it comes, ms: time to find other voices. */
const NOTICE = 60 * 24 * 60 * 60 * 1000;

/**
 * Looks which voices will end within 60 days, and tells the operator once of each: all that are
 * news in one letter. Goes by the list as it was stored; before the first one nothing is sold.
 */
export async function announceEnds(
  narrator: Pick<Narrator, 'settings' | 'voices'>,
  { db, alerts }: { db: Db; alerts: Pick<OperatorAlerts, 'voicesEnd'> },
): Promise<void> {
  const roster = openRoster(db, narrator);
  const states = openVoiceStates(db, narrator.settings);
  // A site without visitors asks for no list: an old one is fetched anew here.
  const listed = (await roster.stored()).length ? await roster.current() : [];
  const ending = listed
    .filter((voice) => !whyNotOffered(voice))
    .flatMap((voice) => {
      const { id, endsAt } = voice;
      if (endsAt === null || endsAt > Date.now() + NOTICE) return [];
      return { id, name: describe(voice)?.name ?? id, end: new Date(endsAt) };
    });
  if (!ending.length) return;
  await db.transaction(async (tx) => {
    const news: typeof ending = [];
    // In the order of their ids, so that two instances do not wait for each other.
    for (const voice of ending.sort((one, other) => (one.id < other.id ? -1 : 1))) {
      if (await states.announceEnd(tx, voice.id, voice.end)) news.push(voice);
    }
    if (news.length) await alerts.voicesEnd(tx, news);
  });
}
