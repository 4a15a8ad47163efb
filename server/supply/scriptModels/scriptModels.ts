import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { type ModelSet, type ModelsState, modelSet } from '#shared/models.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { claimRun, readSetting, writeSetting } from '../../base/db/settings.ts';
import { podcasts, voiceStates } from '../../base/db/tables.ts';
import { log } from '../../base/kit/log.ts';
import { bestFormat } from '../../sound/speech/format.ts';
import { estimate } from '../costs/estimate.ts';
import type { PriceList } from '../costs/priceList.ts';

/** OpenAI's middle tier. Not Eleven v3, which is worse at lines of a sentence or two. */
export const defaults: ModelSet = {
  script: 'gpt-6.1-terra',
  speech: 'eleven_v4',
  format: bestFormat(null),
};

/** The operator's choice; null for the default, and for the best format of the account's plan. */
export type Wanted = { [Part in keyof ModelSet]: string | null };

export function overrule(set: ModelSet, wanted: Wanted): ModelSet {
  return {
    script: wanted.script ?? set.script,
    speech: wanted.speech ?? set.speech,
    format: wanted.format ?? set.format,
  };
}

/** A row of `settings`: the models of new orders. */
const CHOSEN = 'models';
/** When the plan was asked for last, and how long that is valid, ms. */
const REFRESHED = 'models_looked';
const FRESH = 3_600_000;
/** The same while nothing is chosen and so nothing is sold. */
const TRY_AGAIN = 60_000;

interface ModelsTools {
  db: Db;
  wanted: Wanted;
  /** Null for what a restricted key may not read, or nobody has. Throws `ProviderFailure`. */
  speech: { credits(signal: AbortSignal): Promise<{ tier: string } | null> } | null;
  settingsOf(set: ModelSet): string;
}

export type Models = ReturnType<typeof openModels>;

/** What is chosen is kept from the first voice sample on, as every voice would need a new one. */
export function openModels({ db, wanted, speech, settingsOf }: ModelsTools) {
  const named = (set: ModelSet) => overrule(set, wanted);

  async function read(): Promise<ModelSet | null> {
    const text = await readSetting(db, CHOSEN);
    return text === null ? null : modelSet.parse(JSON.parse(text));
  }

  const hasVoices = async (set: ModelSet) =>
    (await db.$count(
      voiceStates,
      and(eq(voiceStates.settings, settingsOf(set)), isNotNull(voiceStates.sampledAt)),
    )) > 0;

  const current = async () => named((await read()) ?? defaults);

  async function refresh(signal: AbortSignal): Promise<ModelSet> {
    const kept = await read();
    if (kept && (await hasVoices(kept))) return keep(kept, named(kept));
    const plan = wanted.format === null ? await speech?.credits(signal) : null;
    const format = plan ? bestFormat(plan.tier) : (kept ?? defaults).format;
    return keep(kept, named({ ...defaults, format }));
  }

  async function keep(kept: ModelSet | null, chosen: ModelSet): Promise<ModelSet> {
    if (kept && areSame(kept, chosen)) return kept;
    log.info({ models: chosen }, 'episodes are made with these models');
    await writeSetting(db, CHOSEN, JSON.stringify(chosen));
    return chosen;
  }

  return {
    /** The defaults before the first choice, when no voice can be on sale. */
    current,

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
      const kept = await read();
      if (wanted.format !== null && kept && areSame(kept, named(kept))) return;
      if (await claimRun(db, REFRESHED, kept ? FRESH : TRY_AGAIN)) await refresh(signal);
    },
  };
}

function areSame(one: ModelSet, other: ModelSet): boolean {
  return one.script === other.script && one.speech === other.speech && one.format === other.format;
}

/** Minutes. */
const EXAMPLE = 10;

/** What new episodes are made with, and what ten minutes of one cost. */
export async function modelsStateOf(
  models: Pick<Models, 'current'>,
  prices: PriceList,
): Promise<ModelsState> {
  const current = await models.current();
  return { current, price: estimate(EXAMPLE, current, prices) };
}
