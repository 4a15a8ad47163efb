import type { Crash } from '../crash.ts';
import { type Episode, stateOf } from '../episode.ts';
import type { System } from '../system.ts';
import { delivered } from './delivery.ts';
import type { Allowance, Evidence } from './evidence.ts';
import { linesPaidOnce, readOnce, scriptPaidOnce } from './purchases.ts';
import { nothingLeftBehind, nothingTooEarly } from './traces.ts';

/** `limits` is what this fault may cost beyond a plain crash. */
export async function assertEpisode(
  episode: Episode,
  crash: Crash,
  system: System,
  limits: Allowance = {},
): Promise<void> {
  const { from } = episode;
  const evidence: Evidence = {
    episode,
    crash,
    state: await stateOf(episode, system),
    entries: (await system.purchases()).slice(from.entries),
    dead: crash.entries - from.entries,
    limits: { handovers: 1, emails: 1, ...limits },
  };
  const broken = [
    ...nothingTooEarly(evidence),
    ...scriptPaidOnce(evidence),
    ...linesPaidOnce(evidence),
    ...readOnce(evidence.state.publicId, system.proxy.calls, evidence.limits.handovers),
    ...(await delivered(evidence, system)),
    ...(await nothingLeftBehind(system)),
  ];
  if (broken.length) throw new Error(broken.join('\n'));
}
