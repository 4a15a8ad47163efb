import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { System } from '../system.ts';
import type { Evidence } from './evidence.ts';

const CHECKS = 6;

export function nothingTooEarly({ crash, state }: Evidence): string[] {
  const { status, audioKey } = crash.state;
  const isUnderWay = status === 'processing' && audioKey === null;
  const isFinished = status === 'completed' && crash.stored.has(audioKey ?? '');
  return [
    ...(isUnderWay || isFinished ? [] : [`at the kill it was ${status}, its sound ${audioKey}`]),
    ...(state.attempts ? [`the crash counted as ${state.attempts} failures`] : []),
  ];
}

/** Checks repeatedly: live processes briefly write files to check their machine. */
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
