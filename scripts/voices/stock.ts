import type { Db } from '../../server/base/db/openDatabase.ts';
import type { Storage } from '../../server/base/files/storage.ts';
import { ProviderFailure } from '../../server/base/kit/provider.ts';
import type { Narrator } from '../../server/sound/speech/speech.ts';
import { meteredNarrator } from '../../server/supply/costs/costMeter.ts';
import type { Costs } from '../../server/supply/costs/costs.ts';
import type { PriceList } from '../../server/supply/costs/priceList.ts';
import { priceOf } from '../../server/supply/costs/prices.ts';
import { introduction, openSamples } from '../../server/supply/voices/catalogue.ts';
import { describe, whyNotForSale } from '../../server/supply/voices/describe.ts';
import { openVoiceCache, openVoiceStates } from '../../server/supply/voices/voiceCache.ts';
import { type Candidate, findCandidates } from './candidates.ts';
import type { VoiceLibrary } from './library.ts';

interface Standing {
  id: string;
  name: string;
  /** Null if it is on sale. */
  why: string | null;
}

interface Plan {
  target: number;
  missing: number;
  candidates: Candidate[];
  /** The cost of the missing voices' samples, micro-dollars. */
  cost: number;
}

interface Filled {
  onSale: number;
  added: number;
  refused: { name: string; why: string }[];
  /** Why it stopped before enough voices were on sale; null if they are. */
  stopped: string | null;
  /** Micro-dollars. */
  spent: number;
}

const AT_ONCE = 4;

export type Stock = ReturnType<typeof openStock>;

export function openStock(tools: {
  db: Db;
  narrator: Narrator;
  library: VoiceLibrary;
  storage: Storage;
  costs: Pick<Costs, 'record' | 'isCapReached'>;
  prices: PriceList;
}) {
  const { db, library, storage, costs, prices } = tools;
  let spent = 0;
  const narrator = meteredNarrator(tools.narrator, (purchase) => {
    spent += priceOf(purchase, prices(purchase.model));
    return costs.record(null, purchase);
  });
  const voiceCache = openVoiceCache(db, narrator);
  const states = openVoiceStates(db, narrator.settings);
  const audio = { encode: () => Promise.reject(new Error('encoding is not available here')) };
  const samples = openSamples({ narrator, storage, audio, states });

  async function list(signal: AbortSignal): Promise<Standing[]> {
    const [listed, known] = [await voiceCache.refresh(signal), await states.all()];
    return listed.map((voice) => {
      const state = known.get(voice.id);
      const refusal = state?.refusal && `does not speak: ${state.refusal}`;
      const why = whyNotForSale(voice) ?? refusal ?? (state?.hasSample ? null : 'not heard yet');
      return { id: voice.id, name: describe(voice)?.name ?? voice.name, why };
    });
  }
  const countOnSale = async (signal: AbortSignal) =>
    (await list(signal)).filter(({ why }) => why === null).length;

  /** Cannot be aborted: the sample could be bought and not stored. */
  async function makeSample({ id, name, library: from, again }: Candidate) {
    const signal = new AbortController().signal;
    if (from) await library.add(from, signal);
    if (again) await samples.buyAgain(id, name);
    else await samples.clip(id, name, signal);
  }

  return {
    /** Fetches all voices of the account. Throws `ProviderFailure`. */
    list,
    /** Free of charge. Throws `ProviderFailure`. */
    async plan(target: number, signal: AbortSignal): Promise<Plan> {
      const missing = Math.max(0, target - (await countOnSale(signal)));
      const known = await states.all();
      const listed = await voiceCache.stored();
      const candidates = missing
        ? await findCandidates(missing, { listed, known, library }, signal)
        : [];
      const characters = candidates
        .slice(0, missing)
        .reduce((sum, { name }) => sum + introduction(name).length, 0);
      return { target, missing, candidates, cost: priceOf({ characters }, prices(narrator.model)) };
    },

    /**
     * A killed run can be resumed: stored samples are not bought again. Throws the signal's reason.
     */
    async fill({ missing, candidates }: Plan, signal: AbortSignal): Promise<Filled> {
      const before = spent;
      const waiting = [...candidates];
      const refused: Filled['refused'] = [];
      let stopped: string | null = null;
      let [spoke, added] = [0, 0];
      while (spoke < missing && waiting.length && !stopped) {
        if (await costs.isCapReached()) {
          stopped = 'The day’s SPENDING_CAP is reached: continue tomorrow, or raise it.';
          break;
        }
        const group = waiting.splice(0, Math.min(AT_ONCE, missing - spoke));
        const results = await Promise.allSettled(group.map(makeSample));
        if (signal.aborted) {
          // The voices added so far can be sold.
          await voiceCache.refresh(new AbortController().signal);
          throw signal.reason;
        }
        for (const [place, { id, name, library: from }] of group.entries()) {
          const result = results[place];
          if (result?.status !== 'rejected') {
            spoke += 1;
            if (from) added += 1;
            continue;
          }
          const why = result.reason;
          if (!(why instanceof ProviderFailure)) throw why;
          if (why.trouble === 'rejected') await states.refused(db, id, why.message);
          // Our key, plan or credit: no other voice would work either.
          else if (!why.passing) stopped = why.message;
          refused.push({ name, why: why.message });
        }
      }
      const onSale = await countOnSale(signal);
      if (!stopped && spoke < missing) stopped = 'The library has no more voices that fit.';
      return { onSale, added, refused, stopped, spent: spent - before };
    },
  };
}
