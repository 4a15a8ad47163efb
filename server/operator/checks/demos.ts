import { sampleList } from '#shared/samples.ts';
import type { Check } from './check.ts';

const PATIENCE = 10_000;

export function checkDemos(publicUrl: string): Check {
  return async ({ signal }) => {
    const list = await fetch(`${publicUrl}/api/samples`, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    })
      .then(async (reply) => sampleList.parse(await reply.json()))
      .catch(() => null);
    signal.throwIfAborted();
    // If visitors cannot reach us at all, another check reports it.
    if (!list) return [];
    const { samples, recording } = list;
    const ok = samples.length + recording > 0;
    const sentence = ok
      ? `Demos: ${samples.length} can be heard, ${recording} are being made.`
      : 'There are no demos to hear before paying: run npm run samples -- --yes once voices are on sale.';
    return [{ provider: 'Duologue', ok, sentence }];
  };
}
