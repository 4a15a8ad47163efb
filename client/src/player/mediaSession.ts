import { useEffect } from 'react';
import { brand } from '#shared/brand.ts';
import type { Listening } from '#shared/episode.ts';
import { type Player, SKIP_SECONDS } from './engine/player.ts';

type Metadata = Pick<Listening['episode'], 'title' | 'voice1Name' | 'voice2Name' | 'coverUrl'>;

export function useMediaSession(player: Player, metadata: Metadata): void {
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
    const actions: [MediaSessionAction, MediaSessionActionHandler][] = [
      ['play', () => player.play()],
      ['pause', () => player.pause()],
      ['seekbackward', ({ seekOffset }) => player.seekBy(-(seekOffset ?? SKIP_SECONDS))],
      ['seekforward', ({ seekOffset }) => player.seekBy(seekOffset ?? SKIP_SECONDS)],
      ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
    ];
    for (const [action, handler] of actions) setHandler(session, action, handler);

    const report = () => {
      const { phase, time, duration, rate } = player.get();
      session.playbackState = phase === 'paused' || phase === 'failed' ? 'paused' : 'playing';
      if (duration > 0) {
        session.setPositionState?.({
          duration,
          playbackRate: rate,
          position: Math.min(time, duration),
        });
      }
    };
    const stop = player.subscribe(report);
    return () => {
      stop();
      for (const [action] of actions) setHandler(session, action, null);
      session.metadata = null;
      session.playbackState = 'none';
    };
  }, [player, title, voice1Name, voice2Name, coverUrl]);
}

/** Browsers throw for an action they do not support (W3C Media Session, section 4). */
export function setHandler(
  session: MediaSession,
  action: MediaSessionAction,
  handler: MediaSessionActionHandler | null,
) {
  try {
    session.setActionHandler(action, handler);
  } catch {
    // unsupported: the button is not shown
  }
}
