import type { ModelSet, ModelsState } from '#shared/models.ts';
import type { User } from '../auth/user.ts';
import type { Offer } from '../models/offer.ts';
import { record } from './audit.ts';

/** Timeout for the trial line, ms. */
const DEADLINE = 45_000;

/** Uses other models for new orders from now on. Throws as `Offer.adopt` does. */
export async function changeModels(
  { offer }: { offer: Offer },
  actor: User,
  set: ModelSet,
): Promise<ModelsState> {
  const note = { actor, action: 'models changed', target: 'models', detail: set };
  await offer.adopt(set, (tx) => record(tx, note), AbortSignal.timeout(DEADLINE));
  return offer.state();
}
