import { eventually } from '../server/testing/eventually.ts';
import type { Call } from '../server/testing/tcpProxy.ts';
import { type Episode, type State, stateOf } from './episode.ts';
import type { System } from './system.ts';

/** How things stood when the product was dead. */
export interface Crash {
  state: State;
  /** Everything that was in the bucket, by key. */
  stored: Set<string>;
  /** Entries in the providers' ledger. */
  entries: number;
  /** Calls under way that had bought a line, or might have: for its clip, and with its clip. */
  inFlight: { speaking: number; storing: number };
}

export const asksModel = (call: Call) => call.path === '/openai/v1/chat/completions';
export const storesClip = ({ method, path }: Call) =>
  method === 'PUT' && path.startsWith('/s3/') && path.includes('/clips/');
const buysLine = ({ path }: Call) => path.startsWith('/elevenlabs/v1/text-to-speech/');

/**
 * Lets it happen, now: a kill -9 of the product unless something else is given. From then on the
 * providers are as on a good day.
 */
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
  const begun = ours.filter((call) => asksModel(call) && call.answered !== null).length;
  const entries = await eventually('the model has noted what it began to answer', async () => {
    const purchases = await system.purchases();
    const noted = purchases.slice(episode.from.entries).filter(({ kind }) => kind === 'llm');
    return noted.length >= begun && purchases.length;
  });
  const state = await stateOf(episode, system);
  return { state, stored: new Set((await system.objects()).keys()), entries, inFlight };
}

/** In words, for whoever reads the run. */
export function describe({ state, inFlight }: Crash): string {
  const { hasOutline, sections, lines } = state;
  const spoken = lines.filter((line) => line.isSpoken).length;
  return [
    hasOutline ? `${sections.written} of ${sections.planned} sections written` : 'no outline',
    `${spoken} of ${lines.length} lines spoken`,
    `${inFlight.speaking} lines and ${inFlight.storing} uploads under way`,
  ].join(', ');
}
