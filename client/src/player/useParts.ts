import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { PartList } from '#shared/parts.ts';
import { partsQuery } from '../api/listen.ts';
import type { PartPlayback } from './engine/partPlayback.ts';
import type { Player } from './engine/player.ts';
import { usePlaying } from './engine/usePlaying.ts';

type Parts = {
  sound: PartPlayback;
  player: Player;
  /** URL of the list of parts; null where there are none. */
  partsUrl: string | null;
  /** The list has all there will be: the sound ends with them. */
  isWhole?: boolean;
};

/** Gives a sound the parts that exist, as they come. Returns how many seconds they cover. */
export function useParts({ sound, player, partsUrl, isWhole = false }: Parts): number {
  const phase = usePlaying(player, (playing) => playing.phase);
  /** When it was known that no more parts come, ms. */
  const wholeSince = useRef(Number.POSITIVE_INFINITY);
  const [hasAll, setHasAll] = useState(false);
  const { data, dataUpdatedAt, refetch } = useQuery({
    ...partsQuery(partsUrl, phase),
    enabled: partsUrl !== null && !hasAll,
  });
  const parts = data?.parts;
  useEffect(() => {
    if (parts) sound.extend(parts);
  }, [sound, parts]);
  useEffect(() => {
    if (!isWhole) return;
    wholeSince.current = Date.now();
    // The list that is known may be older than the last part.
    void refetch();
  }, [isWhole, refetch]);
  useEffect(() => {
    if (dataUpdatedAt < wholeSince.current) return;
    sound.complete();
    setHasAll(true);
  }, [sound, dataUpdatedAt]);
  return reachOf(parts);
}

/** How many seconds the parts cover. */
export function reachOf(parts: PartList['parts'] | undefined): number {
  const last = parts?.at(-1);
  return last ? last.startTime + last.duration : 0;
}
