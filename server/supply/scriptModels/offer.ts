import { ENOUGH_VOICES, type ModelSet, type ModelsState } from '#shared/models.ts';
import { Problem } from '#shared/problem.ts';
import type { Db, DbOrTx } from '../../base/db/openDatabase.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { estimate } from '../costs/estimate.ts';
import type { PriceList } from '../costs/priceList.ts';
import { areSame, type Models, offerChanged } from './scriptModels.ts';

interface OfferTools {
  db: Db;
  models: Pick<Models, 'current' | 'offered' | 'adopt'>;
  countVoices(set: ModelSet): Promise<number>;
  /** Throws `ProviderFailure` when the script's model does not write for us. */
  tryScript(set: ModelSet, signal: AbortSignal): Promise<unknown>;
  prices: PriceList;
}

/** Minutes. */
const EXAMPLE = 10;

export type Offer = ReturnType<typeof openOffer>;

export function openOffer({ db, models, countVoices, tryScript, prices }: OfferTools) {
  async function weigh(set: ModelSet, current: ModelSet) {
    const voices = await countVoices(set);
    const areVoicesKnown = set.speech === current.speech && set.format === current.format;
    const whyNot =
      areVoicesKnown || voices >= ENOUGH_VOICES
        ? null
        : `${voices} of ${ENOUGH_VOICES} voices were heard with them: run npm run voices -- --fill 70 --better`;
    return { voices, whyNot };
  }

  return {
    async state(): Promise<ModelsState> {
      const [current, offered] = [await models.current(), await models.offered()];
      const price = (set: ModelSet) => estimate(EXAMPLE, set, prices);
      return {
        current,
        price: price(current),
        offered: offered && {
          models: offered,
          price: price(offered),
          ...(await weigh(offered, current)),
        },
      };
    },

    /**
     * Calls `note` in the same transaction. Writes a trial line first, for a fraction of a cent.
     * Throws `Problem('conflict')` if the offer changed, voices are missing or the model fails.
     */
    async adopt(
      set: ModelSet,
      note: (tx: DbOrTx) => Promise<void>,
      signal: AbortSignal,
    ): Promise<void> {
      const current = await models.current();
      // A second click, or another admin was faster.
      if (areSame(set, current)) return;
      const offered = await models.offered();
      if (!offered || !areSame(offered, set)) throw offerChanged();
      const { whyNot } = await weigh(set, current);
      if (whyNot) throw new Problem('conflict', whyNot);
      if (set.script !== current.script) {
        await tryScript(set, signal).catch((error: unknown) => {
          if (!(error instanceof ProviderFailure)) throw error;
          throw new Problem('conflict', `${set.script} does not write for us: ${error.message}`);
        });
      }
      await db.transaction(async (tx) => {
        await models.adopt(tx, set);
        await note(tx);
      });
    },
  };
}
