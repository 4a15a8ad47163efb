import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../../base/db/openDatabase.ts';
import { voicesCache } from '../../base/db/tables.ts';
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
