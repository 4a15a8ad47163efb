import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../db/open.ts';
import { voicesCache } from '../db/tables.ts';
import { log } from '../log.ts';
import type { Narrator, ProviderVoice } from '../speech/speech.ts';

/** Voices come and go seldom; a list older than this is asked for again. */
const freshFor = sql`interval '6 hours'`;
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

/**
 * The provider's live list, kept in the database for every instance. Answers null when there is
 * none: the provider was never reached, or has no voices.
 */
export function openRoster(db: Db, narrator: Narrator): () => Promise<ProviderVoice[] | null> {
  // Another model or address is another list.
  const provider = narrator.settings;
  let asking: Promise<ProviderVoice[] | null> | null = null;
  let restUntil = 0;

  const remember = async (voices: ProviderVoice[]) => {
    if (!voices.length) return null;
    const row = { voices, fetchedAt: sql`now()` };
    await db
      .insert(voicesCache)
      .values({ provider, ...row })
      .onConflictDoUpdate({ target: voicesCache.provider, set: row });
    return voices;
  };

  const ask = () => {
    if (Date.now() < restUntil) return Promise.resolve(null);
    asking ??= narrator
      .voices(AbortSignal.timeout(deadline))
      .then(remember)
      .catch((error: unknown) => {
        log.warn({ err: error }, 'the list of voices could not be fetched');
        restUntil = Date.now() + rest;
        return null;
      })
      .finally(() => {
        asking = null;
      });
    return asking;
  };

  return async () => {
    const underWay = asking;
    const [row] = await db
      .select({
        voices: voicesCache.voices,
        fresh: sql<boolean>`now() - ${voicesCache.fetchedAt} < ${freshFor}`,
      })
      .from(voicesCache)
      .where(eq(voicesCache.provider, provider));
    const kept = row && stored.safeParse(row.voices).data;
    if (kept && row.fresh) return kept;
    // It may have ended since, after this visitor read what it was to replace.
    const asked = underWay ?? ask();
    return kept ?? (await asked);
  };
}
