import { LISTEN_SECONDS } from '#shared/channels.ts';
import type { Player } from './engine/player.ts';

/** An episode's length is known only roughly: this much may be missing at its end, s. */
const ROUGHLY = 1;

/** Calls `count` once, after `LISTEN_SECONDS` or all of a shorter episode; seeks do not count. */
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
