import type { Check } from '../check.ts';
import { openMiddleman } from '../middleman.ts';
import { checkKey, checkRetry, checkSchema, checkSection, detectRefusal } from './answers.ts';
import { checkLimit, checkStream, detectCut } from './stream.ts';
import type { Asking, ModelSubject, Timing } from './subject.ts';

/** Ends early if the model writes nothing. */
export async function holdModel(
  check: Check,
  subject: ModelSubject,
  timing: Timing,
): Promise<void> {
  const asking: Asking = { subject, timing };
  const planned = await check('answers in JSON', (signal) => checkSchema(asking, signal));
  const streamed = await check('streams its answer', (signal) => checkStream(asking, signal));
  if (!planned && !streamed) return;
  await check('writes lines', (signal) => checkSection(asking, signal));
  await check('says when it was cut', (signal) => checkLimit(asking, signal));
  await check('refuses a wrong key', (signal) => checkKey(asking, signal));
  const middleman = await openMiddleman(new URL(subject.baseUrl).origin);
  try {
    await check('notices a cut stream', (signal) => detectCut(asking, middleman, signal));
    await check('notices a refusal', (signal) => detectRefusal(asking, middleman, signal));
    await check('waits after a 429', (signal) => checkRetry(asking, middleman, signal));
  } finally {
    middleman.close();
  }
}
