import { LISTEN_SECONDS } from '#shared/channels.ts';
import type { Player } from './engine/player.ts';

/** How much of a shorter episode may be missing, because its length is known only roughly, s. */
const ROUGHLY = 1;

/**
 * Calls `count` once when `LISTEN_SECONDS` of the episode have been played, at whatever speed, or all
 * of a shorter one; what a seek skips is not played. The returned function stops it.
 */
export function onListen(player: Player, count: () => void): () => void {
  let before = player.get();
  let playedSeconds = 0;
  const stop = player.subscribe(() => {
    const { time, jumps, duration, ended } = player.get();
    if (jumps === before.jumps) playedSeconds += Math.max(0, time - before.time);
    before = player.get();
    if (playedSeconds < LISTEN_SECONDS && !(ended && playedSeconds >= duration - ROUGHLY)) return;
    stop();
    count();
  });
  return stop;
}
