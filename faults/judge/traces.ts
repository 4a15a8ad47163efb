import { readdir } from 'node:fs/promises';
import type { World } from '../world.ts';
import type { Evidence } from './evidence.ts';

/** Nothing passed for finished before it was, and the crash counted as nobody's failure. */
export function nothingTooEarly({ crash, state, mercy }: Evidence): string[] {
  const { status, audioKey } = crash.state;
  const isUnderWay = status === 'processing' && audioKey === null;
  const isFinished = status === 'completed' && crash.stored.has(audioKey ?? '');
  return [
    ...(isUnderWay || isFinished ? [] : [`at the kill it was ${status}, its sound ${audioKey}`]),
    ...(state.attempts <= mercy.failures
      ? []
      : [`the crash counted as ${state.attempts} failures`]),
  ];
}

/** No temporary file of the dead process, and no encoder that still works for it. */
export async function nothingLeftBehind(world: World): Promise<string[]> {
  const files = await readdir(world.scratch);
  return [
    ...files.map((name) => `left in the temporary folder: ${name}`),
    ...(await world.encoders()).map((words) => `still running: ${words}`),
  ];
}
