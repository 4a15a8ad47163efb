import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../db/open.ts';
import { voicesCache } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Narrator, ProviderVoice } from '../speech/speech.ts';

/** Voices come and go seldom; a list older than this is asked for again. */
const freshFor = sql`interval '6 hours'`;
/** A list without a voice is a day of no sales, which whoever adds one should see the end of. */
const freshWhileEmpty = sql`interval '1 minute'`;
/** A visitor waits for the first list of all; later ones are fetched behind their back. */
const deadline = 10_000;
/** After a failure the provider is left alone for a while. */
const rest = 30_000;

const stored = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    labels: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    category: z.string().nullable(),
    // Without both in lists that were stored before they were asked for.
    rate: z.number().default(1),
    endsAt: z.number().nullable().default(null),
  }),
);

/** The account's voices, kept in the database for every instance. */
export interface Roster {
  /**
   * As the provider listed them last. Empty when it lists none or was never reached; one that does
   * not answer is waited for only by the first to ask.
   */
  current(): Promise<ProviderVoice[]>;
  /** As the provider lists them now. Throws `ProviderFailure`. */
  refresh(signal: AbortSignal): Promise<ProviderVoice[]>;
  /** As they were listed last, without asking; empty before the first time. */
  stored(): Promise<ProviderVoice[]>;
}

export function openRoster(db: Db, narrator: Pick<Narrator, 'settings' | 'voices'>): Roster {
  // Another model or address is another list.
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
    refresh,
    stored: async () => (await read())?.voices ?? [],
    async current() {
      const underWay = asking;
      const kept = await read();
      if (kept?.fresh) return kept.voices;
      // It may have ended since, after this visitor read what it was to replace.
      const asked = underWay ?? ask();
      return kept?.voices ?? (await asked) ?? [];
    },
  };
}
