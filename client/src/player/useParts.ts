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
  partsUrl: string | null;
  /** No more parts will be added to the list. */
  isWhole?: boolean;
};

/** Gives a sound its parts as they are made. Returns how many seconds they cover. */
export function useParts({ sound, player, partsUrl, isWhole = false }: Parts): number {
  const phase = usePlaying(player, (playing) => playing.phase);
  /** When `isWhole` became true, ms. */
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
    // The list fetched before may lack the last part.
    void refetch();
  }, [isWhole, refetch]);
  useEffect(() => {
    if (dataUpdatedAt < wholeSince.current) return;
    sound.complete();
    setHasAll(true);
  }, [sound, dataUpdatedAt]);
  return reachOf(parts);
}

export function reachOf(parts: PartList['parts'] | undefined): number {
  const last = parts?.at(-1);
  return last ? last.startTime + last.duration : 0;
}
