import { sampleList } from '#shared/samples.ts';
import type { Check } from './check.ts';

/** Longest wait for our own answer, ms. */
const PATIENCE = 10_000;

/** Whether a visitor can hear an episode before paying for one, asked as a visitor asks. */
export function checkDemos(publicUrl: string): Check {
  return async ({ signal }) => {
    const list = await fetch(`${publicUrl}/api/samples`, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    })
      .then(async (reply) => sampleList.parse(await reply.json()))
      .catch(() => null);
    signal.throwIfAborted();
    // What keeps visitors out is the finding of another check.
    if (!list) return [];
    const { samples, recording } = list;
    const ok = samples.length + recording > 0;
    const sentence = ok
      ? `Demos: ${samples.length} can be heard, ${recording} are being made.`
      : 'No demo can be heard before paying: run npm run samples -- --yes once voices are on sale.';
    return [{ provider: 'Duologue', ok, sentence }];
  };
}
