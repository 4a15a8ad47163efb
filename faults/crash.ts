import { eventually } from '../server/testing/eventually.ts';
import type { Call } from '../server/testing/tcpProxy.ts';
import { type Episode, type State, stateOf } from './episode.ts';
import type { System } from './system.ts';

export interface Crash {
  state: State;
  stored: Set<string>;
  entries: number;
  /** Calls in flight that may have bought lines: requests for speech, and uploads of clips. */
  inFlight: { speaking: number; storing: number };
}

export const asksModel = (call: Call) => call.path === '/openai/v1/chat/completions';
export const streamsSection = (call: Call) =>
  asksModel(call) && call.isStream && call.asked.includes('"name":"section"');
export const storesClip = ({ method, path }: Call) =>
  method === 'PUT' && path.startsWith('/s3/') && path.includes('/clips/');
const buysLine = ({ path }: Call) => /^\/elevenlabs\/v1\/text-to-(speech|dialogue)\//.test(path);

/** Crashes the product, by default with kill -9, and then clears the providers' faults. */
export async function crash(
  episode: Episode,
  system: System,
  happen: () => Promise<unknown> = () => system.kill(),
): Promise<Crash> {
  const { calls } = system.proxy;
  const before = Date.now();
  await happen();
  const dead = Date.now();
  const ours = calls.slice(episode.from.calls);
  const underWay = ours.filter(({ ended }) => (ended ?? dead) >= before);
  const inFlight = {
    speaking: underWay.filter(buysLine).length,
    storing: underWay.filter(storesClip).length,
  };
  system.proxy.open();
  system.mail.open();
  await system.setFaults({});
  const begun = ours.filter((call) => asksModel(call) && call.status === 200);
  const entries = await eventually('the model has noted what it began to answer', async () => {
    const purchases = await system.purchases();
    const noted = new Set(purchases.map((one) => (one.kind === 'llm' ? one.requestId : null)));
    return begun.every(({ requestId }) => noted.has(requestId)) && purchases.length;
  });
  const state = await stateOf(episode, system);
  return { state, stored: new Set((await system.objects()).keys()), entries, inFlight };
}

export function describe({ state, inFlight }: Crash): string {
  const { hasOutline, sections, lines } = state;
  const spoken = lines.filter((line) => line.isSpoken).length;
  return [
    hasOutline ? `${sections.written} of ${sections.planned} sections written` : 'no outline',
    `${spoken} of ${lines.length} lines spoken`,
    `${inFlight.speaking} requests for speech and ${inFlight.storing} uploads under way`,
  ].join(', ');
}
