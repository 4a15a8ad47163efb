import { useState } from 'react';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';

/** How long before the end the next step is offered, s. */
const LAST_SECONDS = 20;

/** Stays true when the listener goes back. */
export function useNearEnd(player: Player): boolean {
  const isNear = usePlaying(
    player,
    ({ time, duration, ended }) => ended || (duration > 0 && time >= duration - LAST_SECONDS),
  );
  const [wasNear, setWasNear] = useState(isNear);
  if (isNear && !wasNear) setWasNear(true);
  return wasNear;
}
