import { z } from 'zod';
import type { CreditsState } from '#shared/credits.ts';
import type { Db } from '../../base/db/openDatabase.ts';
import { readSetting, writeSetting } from '../../base/db/settings.ts';
import { areLow, leftOf } from '../../sound/speech/creditsLeft.ts';
import type { SpeechAccount } from '../../sound/speech/speech.ts';
import { factsOf } from '../../sound/speech/speechModels.ts';
import { CHARACTERS_PER_MINUTE } from '../costs/estimate.ts';
import type { Models } from '../scriptModels/scriptModels.ts';
import type { OperatorAlerts } from './operatorAlerts.ts';

const REPORTED = 'credits';

const reported = z.object({
  at: z.iso.datetime(),
  tier: z.string(),
  used: z.number(),
  limit: z.number(),
  renewedAt: z.number().nullable(),
  byUse: z.boolean(),
});

interface CreditTools {
  db: Db;
  account: Pick<SpeechAccount, 'credits'> | null;
  models: Pick<Models, 'current'>;
  alerts: Pick<OperatorAlerts, 'creditsLow'>;
}

export type CreditWatch = ReturnType<typeof openCreditWatch>;

export function openCreditWatch({ db, account, models, alerts }: CreditTools) {
  async function stateOf({ at, ...credits }: z.infer<typeof reported>): Promise<CreditsState> {
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
    /** Null before the first `refresh`, and if the key may not read the credits. */
    async state(): Promise<CreditsState | null> {
      const text = await readSetting(db, REPORTED);
      return text === null ? null : stateOf(reported.parse(JSON.parse(text)));
    },

    /** Alerts the operator once per billing period when few are left. Throws `ProviderFailure`. */
    async refresh(signal: AbortSignal): Promise<void> {
      const credits = await account?.credits(signal);
      if (!credits) return;
      const answer = { at: new Date().toISOString(), ...credits };
      const value = JSON.stringify(answer satisfies z.infer<typeof reported>);
      const state = await stateOf(answer);
      await db.transaction(async (tx) => {
        await writeSetting(tx, REPORTED, value);
        if (state.isLow) await alerts.creditsLow(tx, state);
      });
    },
  };
}
