import { ProviderFailure } from '../../base/kit/provider.ts';
import { askCredits, askModels } from './askAccount.ts';
import type { Ask, Call } from './client.ts';
import { planHas, type SoundFormat } from './format.ts';
import { provider } from './speechFailures.ts';

const askAnything: Ask<unknown> = (sdk, abortSignal) =>
  sdk.voices.search({ pageSize: 1 }, { abortSignal });

/** Free. The key alone would not show that our model is gone. Throws `ProviderFailure`. */
export async function probe(
  call: Call,
  { model, format }: { model: string; format: SoundFormat },
  signal: AbortSignal,
): Promise<void> {
  await call(signal, askAnything);
  const models = await call(signal, askModels).catch(unlessWithheld);
  if (models && !models.some(({ id }) => id === model)) throw refused(`no model ${model}`);
  const plan = await call(signal, askCredits).catch(unlessWithheld);
  if (plan && !planHas(format, plan.tier)) throw refused(`no ${format} in the plan ${plan.tier}`);
}

/** Returns null when a restricted key may not read models or plan: it may speak all the same. */
export function unlessWithheld(error: unknown): null {
  if (error instanceof ProviderFailure && error.trouble === 'refused') return null;
  throw error;
}

const refused = (what: string) =>
  new ProviderFailure(provider, 'refused', `the account has ${what}`);
