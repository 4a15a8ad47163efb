import { eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { voiceStates, voicesCache } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import type { Narrator, ProviderVoice } from '../../sound/speech/speech.ts';

const freshFor = sql`interval '6 hours'`;
/** Without a voice nothing is sold, so an operator who adds one should see it soon. */
const freshWhileEmpty = sql`interval '1 minute'`;
/** ms. Only the very first list keeps visitors waiting; later ones come in the background. */
const deadline = 10_000;
/** ms between a failure and the next attempt. */
const rest = 30_000;

const stored = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    labels: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    category: z.string().nullable(),
    // Earlier versions stored lists without these.
    rate: z.number().default(1),
    endsAt: z.number().nullable().default(null),
  }),
);

export function openVoiceCache(db: Db, narrator: Pick<Narrator, 'settings' | 'voices'>) {
  // Another model or address has its own list.
  const provider = narrator.settings;
  let asking: Promise<ProviderVoice[] | null> | null = null;
  let restUntil = 0;

  const refresh = async (signal: AbortSignal) => {
    const voices = await narrator.voices(signal);
    const row = { voices, fetchedAt: sql`now()` };
    await db
      .insert(voicesCache)
      .values({ provider, ...row })
      .onConflictDoUpdate({ target: voicesCache.provider, set: row });
    return voices;
  };

  const ask = () => {
    if (Date.now() < restUntil) return Promise.resolve(null);
    asking ??= refresh(AbortSignal.timeout(deadline))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not fetch the list of voices');
        restUntil = Date.now() + rest;
        return null;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  const read = async () => {
    const [row] = await db
      .select({
        voices: voicesCache.voices,
        fresh: sql<boolean>`now() - ${voicesCache.fetchedAt} <
          case when ${voicesCache.voices} = '[]' then ${freshWhileEmpty} else ${freshFor} end`,
      })
      .from(voicesCache)
      .where(eq(voicesCache.provider, provider));
    const voices = row && stored.safeParse(row.voices).data;
    return voices && { voices, fresh: row.fresh };
  };

  return {
    /** Throws `ProviderFailure`. */
    refresh,
    /** Does not fetch; empty before the first time. */
    stored: async () => (await read())?.voices ?? [],
    /** Waits for the provider only while no list is known. */
    async current(): Promise<ProviderVoice[]> {
      const underWay = asking;
      const kept = await read();
      if (kept?.fresh) return kept.voices;
      // That request may have ended since, after this visitor read the old list.
      const asked = underWay ?? ask();
      return kept?.voices ?? (await asked) ?? [];
    },
  };
}

export interface VoiceState {
  hasSample: boolean;
  /** The provider's words; null if no failure is known. */
  refusal: string | null;
}

type Change = Partial<
  Record<'sampledAt' | 'failedAt' | 'endAnnounced', SQL | Date | null> & { reason: string | null }
>;

export type VoiceStates = ReturnType<typeof openVoiceStates>;

/** `settings` are the narrator's: another model needs new samples. */
export function openVoiceStates(db: Db, settings: string) {
  const now = sql`now()`;
  const write = (tx: DbOrTx, voiceId: string, set: Change, setWhere?: SQL) =>
    tx
      .insert(voiceStates)
      .values({ voiceId, settings, ...set })
      .onConflictDoUpdate({
        target: [voiceStates.voiceId, voiceStates.settings],
        set,
        ...(setWhere && { setWhere }),
      });

  return {
    async all(): Promise<Map<string, VoiceState>> {
      const rows = await db.select().from(voiceStates).where(eq(voiceStates.settings, settings));
      return new Map(
        rows.map(({ voiceId, sampledAt, failedAt, reason }) => [
          voiceId,
          { hasSample: sampledAt !== null, refusal: failedAt && (reason ?? 'refused') },
        ]),
      );
    },
    /** The sample was just bought and stored, which clears an earlier refusal. */
    async spoke(voiceId: string): Promise<void> {
      await write(db, voiceId, { sampledAt: now, failedAt: null, reason: null });
    },
    /** The sample was stored already: the voice worked once, which says nothing about now. */
    async found(voiceId: string): Promise<void> {
      await write(db, voiceId, { sampledAt: now }, isNull(voiceStates.sampledAt));
    },
    async refused(tx: DbOrTx, voiceId: string, reason: string): Promise<void> {
      await write(tx, voiceId, { failedAt: now, reason });
    },
    /** Returns false if this end was announced already. */
    async announceEnd(tx: DbOrTx, voiceId: string, end: Date): Promise<boolean> {
      const isNews = sql`${voiceStates.endAnnounced} is distinct from excluded.end_announced`;
      const { rowCount } = await write(tx, voiceId, { endAnnounced: end }, isNews);
      return rowCount === 1;
    },
  };
}
