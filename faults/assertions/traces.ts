import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '../system.ts';
import type { Evidence } from './evidence.ts';

const CHECKS = 6;

/** Nothing was marked as finished too early, and the crash did not count as a failed attempt. */
export function nothingTooEarly({ crash, state }: Evidence): string[] {
  const { status, audioKey } = crash.state;
  const isUnderWay = status === 'processing' && audioKey === null;
  const isFinished = status === 'completed' && crash.stored.has(audioKey ?? '');
  return [
    ...(isUnderWay || isFinished ? [] : [`at the kill it was ${status}, its sound ${audioKey}`]),
    ...(state.attempts ? [`the crash counted as ${state.attempts} failures`] : []),
  ];
}

/**
 * The dead process left no temporary file and no encoder. Files with which a live process checks its
 * machine disappear soon.
 */
export async function nothingLeftBehind(system: System): Promise<string[]> {
  let left: string[] = [];
  for (let check = 0; check < CHECKS; check++) {
    if (check) await pause(500);
    const files = await readdir(system.scratch);
    left = [
      ...files.map((name) => `left in the temporary folder: ${name}`),
      ...(await system.encoders()).map((words) => `still running: ${words}`),
    ];
    if (!left.length) break;
  }
  return left;
}
