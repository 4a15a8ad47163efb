import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { CreditsState } from '#shared/credits.ts';
import { CHARACTERS_PER_MINUTE } from '../costs/estimate.ts';
import type { Db } from '../db/open.ts';
import { settings } from '../db/tables.ts';
import { takeTurn } from '../db/takeTurn.ts';
import type { Models } from '../models/models.ts';
import { areLow, leftOf } from '../speech/credits.ts';
import { factsOf } from '../speech/models.ts';
import type { SpeechAccount } from '../speech/speech.ts';
import type { OperatorAlerts } from './operatorAlerts.ts';

/** What was told last, as a row of `settings`. */
const REPORTED = 'credits';
/** When it was asked for last, and how long that is good for, ms. */
const ASKED = 'credits_asked';
const FRESH = 3_600_000;

const told = z.object({
  at: z.iso.datetime(),
  tier: z.string(),
  used: z.number(),
  limit: z.number(),
  renewedAt: z.number().nullable(),
  byUse: z.boolean(),
});

/** What is left of ElevenLabs' credits, watched for all instances. */
export interface CreditWatch {
  /** As it was told last; null before, and where the key may not be told. */
  state(): Promise<CreditsState | null>;
  /**
   * Asks once an hour, for all instances, and writes to the operator once a period that few are left.
   * Throws `ProviderFailure`.
   */
  tend(signal: AbortSignal): Promise<void>;
}

interface CreditTools {
  db: Db;
  account: Pick<SpeechAccount, 'credits'>;
  models: Pick<Models, 'current'>;
  alerts: Pick<OperatorAlerts, 'creditsLow'>;
}

export function openCreditWatch({ db, account, models, alerts }: CreditTools): CreditWatch {
  async function weigh({ at, ...credits }: z.infer<typeof told>): Promise<CreditsState> {
    const { tier, limit, renewedAt, byUse } = credits;
    const left = leftOf(credits);
    const each = factsOf((await models.current()).speech).credits;
    return {
      at,
      tier,
      left,
      limit,
      isLow: areLow(credits),
      minutes: each === null ? null : Math.floor(left / each / CHARACTERS_PER_MINUTE),
      renewedAt: renewedAt === null ? null : new Date(renewedAt).toISOString(),
      byUse,
    };
  }

  return {
    async state() {
      const [row] = await db.select().from(settings).where(eq(settings.name, REPORTED));
      return row ? weigh(told.parse(JSON.parse(row.value))) : null;
    },

    async tend(signal) {
      if (!(await takeTurn(db, ASKED, FRESH))) return;
      const credits = await account.credits(signal);
      if (!credits) return;
      const news = { at: new Date().toISOString(), ...credits };
      const value = JSON.stringify(news satisfies z.infer<typeof told>);
      const state = await weigh(news);
      await db.transaction(async (tx) => {
        await tx
          .insert(settings)
          .values({ name: REPORTED, value })
          .onConflictDoUpdate({ target: settings.name, set: { value } });
        if (state.isLow) await alerts.creditsLow(tx, state);
      });
    },
  };
}
