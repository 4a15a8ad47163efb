import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type ModelSet, modelSet } from '#shared/models.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { claimRun, readSetting, writeSetting } from '../../base/db/settings.ts';
import { podcasts, settings, voiceStates } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import { type Abilities, bestOf, overrule, safest, type Wanted } from './candidates.ts';

/*
 * Models that the environment does not name are the best that the accounts have, until the first
 * voice sample is made with them. A better one found later needs the operator's consent, because
 * every voice needs a new sample.
 */

/** Rows of `settings`: the models of new orders, and better ones on offer. */
const CHOSEN = 'models';
const OFFERED = 'models_offered';
/** When the accounts were queried last, and how long that is valid, ms. */
const REFRESHED = 'models_looked';
const FRESH = 3_600_000;
/** The same while nothing is chosen and so nothing is sold. */
const TRY_AGAIN = 60_000;

interface ModelsTools {
  db: Db;
  wanted: Wanted;
  abilities(signal: AbortSignal): Promise<Abilities>;
  settingsOf(set: ModelSet): string;
}

export type Models = ReturnType<typeof openModels>;

export function openModels({ db, wanted, abilities, settingsOf }: ModelsTools) {
  const isNamed = Object.values(wanted).every((part) => part !== null);
  const named = (set: ModelSet) => overrule(set, wanted);

  async function read(name: string, tx: DbOrTx = db): Promise<ModelSet | null> {
    const text = await readSetting(tx, name);
    return text === null ? null : modelSet.parse(JSON.parse(text));
  }
  const write = (tx: DbOrTx, name: string, set: ModelSet) =>
    writeSetting(tx, name, JSON.stringify(set));
  const forget = (tx: DbOrTx, name: string) => tx.delete(settings).where(eq(settings.name, name));
  /** Makes refreshing and adopting wait for each other. */
  const inTurn = (tx: DbOrTx) =>
    tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${CHOSEN}, 0))`);

  /** Before the first sample nothing was sold, so the choice may change. */
  const hasVoices = async (set: ModelSet, tx: DbOrTx) =>
    (await tx.$count(
      voiceStates,
      and(eq(voiceStates.settings, settingsOf(set)), isNotNull(voiceStates.sampledAt)),
    )) > 0;

  const current = async () => named((await read(CHOSEN)) ?? safest);

  async function refresh(signal: AbortSignal): Promise<ModelSet> {
    const best = named(isNamed ? safest : bestOf(await abilities(signal), await current()));
    return db.transaction(async (tx) => {
      await inTurn(tx);
      const kept = await read(CHOSEN, tx);
      const chosen = kept && (await hasVoices(kept, tx)) ? named(kept) : best;
      if (!kept || !areSame(kept, chosen)) {
        log.info({ models: chosen }, 'episodes are made with these models');
        await write(tx, CHOSEN, chosen);
      }
      if (areSame(chosen, best)) await forget(tx, OFFERED);
      else await write(tx, OFFERED, best);
      return chosen;
    });
  }

  return {
    /** The safest before the first choice, when no voice can be on sale. */
    current,

    async offered(): Promise<ModelSet | null> {
      const [present, set] = [await current(), await read(OFFERED)];
      const better = set && named(set);
      return better && !areSame(better, present) ? better : null;
    },

    /** Gives an old episode without models the present choice, permanently. */
    async of(podcastId: number): Promise<ModelSet> {
      const find = () =>
        db.select({ models: podcasts.models }).from(podcasts).where(eq(podcasts.id, podcastId));
      const [sold] = await find();
      if (!sold) throw new Error(`there is no podcast ${podcastId}`);
      if (sold.models) return sold.models;
      // Needs no lease: only the first write has an effect.
      const present = await current();
      await db
        .update(podcasts)
        .set({ models: present })
        .where(and(eq(podcasts.id, podcastId), isNull(podcasts.models)));
      return (await find())[0]?.models ?? present;
    },

    /** The choice is made again while no voice has a sample with it. Throws `ProviderFailure`. */
    refresh,

    /** Refreshes once an hour, on one of the instances. Throws `ProviderFailure`. */
    async refreshIfDue(signal: AbortSignal): Promise<void> {
      const kept = await read(CHOSEN);
      if (isNamed && kept && areSame(kept, named(kept))) return;
      if (await claimRun(db, REFRESHED, kept ? FRESH : TRY_AGAIN)) await refresh(signal);
    },

    /** Throws `Problem('conflict')` when the offer has changed. */
    async adopt(tx: DbOrTx, set: ModelSet): Promise<void> {
      await inTurn(tx);
      const better = await read(OFFERED, tx);
      if (!better || !areSame(named(better), set)) throw offerChanged();
      await write(tx, CHOSEN, set);
      await forget(tx, OFFERED);
    },
  };
}

export const offerChanged = () =>
  new Problem('conflict', 'These models are no longer offered. Look again');

export function areSame(one: ModelSet, other: ModelSet): boolean {
  return one.script === other.script && one.speech === other.speech && one.format === other.format;
}
