import { readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { EPISODES_AT_ONCE } from '../../server/production/run/episodeQueue.ts';
import type { Crash } from '../crash.ts';
import { type Episode, stateOf } from '../episode.ts';
import type { System } from '../system.ts';
import { type Delivery, delivered } from './delivery.ts';
import {
  type Allowance,
  type Evidence,
  linesPaidOnce,
  readOnce,
  SLOTS,
  scriptPaidOnce,
} from './purchases.ts';

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

interface Kills {
  count: number;
  /** Clips that were being uploaded at a kill. */
  storing: number;
}

export async function assertAll(
  episodes: Episode[],
  system: System,
  kills: Kills = { count: 0, storing: 0 },
): Promise<string[]> {
  const entries = (await system.purchases()).slice(episodes[0]?.from.entries);
  const handovers = await handoversOf(episodes, system);
  const broken: string[] = [];
  const written: string[] = [];
  for (const episode of episodes) {
    const state = await stateOf(episode, system);
    const taken = handovers.get(episode.id) ?? 0;
    // A kill between the mail server's reply and our record of it sends the same email again.
    const limits = { handovers: taken, emails: kills.count ? 2 : 1 };
    const delivery: Delivery = { episode, state, entries, limits };
    const ours = entries.filter((one) => one.kind === 'llm' && one.episode === state.publicId);
    const script = { crash: { state }, entries: ours, dead: ours.length, state };
    broken.push(...readOnce(state.publicId, system.proxy.calls, taken));
    broken.push(...scriptPaidOnce(script, 1 + taken), ...(await delivered(delivery, system)));
    if (state.attempts) broken.push(`a kill counted as ${state.attempts} failures`);
    written.push(...state.lines.map(({ voice, text }) => `${voice} ${text}`));
  }
  // The same line of two episodes may be bought twice if both ask at once.
  const again: string[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'speech') continue;
    const at = written.indexOf(`${entry.voiceId} ${entry.text}`);
    if (at < 0) again.push(entry.text);
    else written.splice(at, 1);
  }
  // All instances share the account's slots, so a kill interrupts at most these.
  const most = kills.count * SLOTS + kills.storing;
  if (again.length > most) broken.push(`${again.length} lines bought again, ${most} at most`);
  const taken = [...handovers.values()].reduce((sum, times) => sum + times, 0);
  if (taken > kills.count * EPISODES_AT_ONCE)
    broken.push(`${taken} times an episode was taken over, by ${kills.count} kills`);
  return [...broken, ...(await nothingLeftBehind(system))];
}

export async function handoversOf(
  episodes: Episode[],
  { pool }: System,
): Promise<Map<number, number>> {
  const { rows } = await pool.query(
    'select id, lease - 1 as handovers from podcasts where id = any($1)',
    [episodes.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, handovers }) => [id, handovers]));
}

const CHECKS = 6;

function nothingTooEarly({ crash, state }: Evidence): string[] {
  const { status, audioKey } = crash.state;
  const isUnderWay = status === 'processing' && audioKey === null;
  const isFinished = status === 'completed' && crash.stored.has(audioKey ?? '');
  return [
    ...(isUnderWay || isFinished ? [] : [`at the kill it was ${status}, its sound ${audioKey}`]),
    ...(state.attempts ? [`the crash counted as ${state.attempts} failures`] : []),
  ];
}

/** Checks repeatedly: live processes briefly write files to check their machine. */
async function nothingLeftBehind(system: System): Promise<string[]> {
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
