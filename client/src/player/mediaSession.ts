import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { brand } from '#shared/brand.ts';
import type { Listening } from '#shared/episode.ts';
import { chaptersQuery } from '../api/listen.ts';
import { type Player, SKIP_SECONDS } from './engine/player.ts';
import { toNextChapter, toPreviousChapter } from './engine/started.ts';

type Metadata = Pick<Listening['episode'], 'title' | 'voice1Name' | 'voice2Name' | 'coverUrl'>;

/** With `chaptersUrl`, the system's buttons also step through the chapters. */
export function useMediaSession(
  player: Player,
  metadata: Metadata,
  chaptersUrl: string | null,
): void {
  const { title, voice1Name, voice2Name, coverUrl } = metadata;
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session) return;
    session.metadata = new MediaMetadata({
      title,
      artist: `${voice1Name} and ${voice2Name}`,
      album: brand.name,
      artwork: coverUrl ? [{ src: coverUrl, sizes: '1400x1400', type: 'image/jpeg' }] : [],
    });
    const removeHandlers = setHandlers(session, [
      ['play', () => player.play()],
      ['pause', () => player.pause()],
      ['seekbackward', ({ seekOffset }) => player.seekBy(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => player.seekBy(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
    ]);
    const stop = player.subscribe(() => {
      const { phase, time, duration, rate } = player.get();
      session.playbackState = phase === 'paused' || phase === 'failed' ? 'paused' : 'playing';
      if (duration > 0) {
        session.setPositionState?.({
          duration,
          playbackRate: rate,
          position: Math.min(time, duration),
        });
      }
    });
    return () => {
      stop();
      removeHandlers();
      session.metadata = null;
      session.playbackState = 'none';
    };
  }, [player, title, voice1Name, voice2Name, coverUrl]);

  const chapters = useQuery(chaptersQuery(chaptersUrl)).data?.chapters;
  useEffect(() => {
    const session = navigator.mediaSession;
    if (!session || !chapters || chapters.length < 2) return;
    return setHandlers(session, [
      ['previoustrack', () => toPreviousChapter(player, chapters)],
      ['nexttrack', () => toNextChapter(player, chapters)],
    ]);
  }, [player, chapters]);
}

/** Returns how to remove them. */
function setHandlers(
  session: MediaSession,
  handlers: [MediaSessionAction, MediaSessionActionHandler][],
): () => void {
  const set = (action: MediaSessionAction, handler: MediaSessionActionHandler | null) => {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // Unsupported (W3C Media Session, section 4): the button is not shown.
    }
  };
  for (const [action, handler] of handlers) set(action, handler);
  return () => {
    for (const [action] of handlers) set(action, null);
  };
}
