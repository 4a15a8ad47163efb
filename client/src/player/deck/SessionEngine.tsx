import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { isNotFoundOrGone } from '../../api/client.ts';
import { listenPageQuery } from '../../api/listen.ts';
import { changeEpisode } from '../../api/podcasts.ts';
import { useAuth } from '../../api/session/session.tsx';
import { keepSpeed, recallSpeed } from '../playbackStorage.ts';
import { syncPosition } from '../syncPosition.ts';
import { useParts } from '../useParts.ts';
import { setDeck } from './deck.ts';
import { addressOf, playableOfListening } from './playable.ts';
import type { PlaybackSession } from './playbackSession.ts';

export function SessionEngine({ session }: { session: PlaybackSession }) {
  const { player, sound } = session;
  const { playable } = useSyncExternalStore(session.subscribe, session.get);
  const reach = useParts({ sound, player, partsUrl: playable.audioUrl ? null : playable.partsUrl });
  useEffect(() => session.update({ reach }), [session, reach]);
  useEffect(
    () =>
      player.subscribe(() => {
        const { rate } = player.get();
        if (rate !== recallSpeed()) keepSpeed(rate);
      }),
    [player],
  );

  const client = useQueryClient();
  const { isAuthenticated } = useAuth();
  const { token, publicId } = playable;
  const address = isAuthenticated ? addressOf(playable) : null;
  useEffect(() => {
    return syncPosition(player, {
      token,
      address,
      // The shelf shows it at once.
      onReport({ seconds, ended }) {
        if (publicId === null) return;
        const position = { seconds, age: 0 };
        changeEpisode(client, publicId, (podcast) => ({
          ...podcast,
          position,
          isPlayed: ended || podcast.isPlayed,
        }));
      },
    });
  }, [player, token, publicId, address, client]);
  return null;
}

/** Switches to the finished file as soon as it exists, whatever screen is open. */
export function useProduction(session: PlaybackSession): void {
  const { playable, isShown } = useSyncExternalStore(session.subscribe, session.get);
  const { data, error } = useQuery({
    ...listenPageQuery(addressOf(playable), false),
    // The episode's own page asks for itself.
    enabled: playable.audioUrl === null && !isShown,
  });
  const episode = data?.episode;
  useEffect(() => {
    if (episode?.status === 'processing' || episode?.status === 'completed') {
      session.update({ playable: playableOfListening(episode) });
    }
  }, [session, episode]);
  const isOver = isNotFoundOrGone(error) || episode?.status === 'failed';
  useEffect(() => {
    if (isOver) setDeck(null);
  }, [isOver]);
}
