import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { useMediaSession } from '../playback/mediaSession.ts';
import { playable, recordedOf } from '../playback/recorded.ts';
import { usePlayer } from '../playback/usePlayer.ts';
import { Button } from '../ui/Button.tsx';
import { PlayerRow } from '../ui/PlayerRow.tsx';
import type { Player } from '../ui/player.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { Making } from './Making.tsx';
import { Ready } from './Ready.tsx';

const EmailChangeSheet = lazy(() => import('./EmailChangeSheet.tsx'));

type EpisodeArtProps = { order: Order; podcast: Podcast };

/**
 * The episode during production and afterwards, as one component: playback and a half-typed address
 * survive the change.
 */
export function EpisodeArt({ order, podcast }: EpisodeArtProps) {
  const { status, durationSeconds, duration, listenUrl } = podcast;
  const isMade = status === 'completed';
  const [hasBegun, setBegun] = useState(false);
  const [emailChange, setEmailChange] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const token = new URL(listenUrl, location.origin).searchParams.get('episode') ?? '';
  const { player, reach } = usePlayer({
    token,
    partsUrl: isMade ? null : podcast.partsUrl,
    // Not loaded unless playback has begun: most users go on to the listen page.
    audioUrl: isMade && hasBegun ? podcast.audioUrl : null,
    duration: durationSeconds ?? duration * 60,
    startAt: null,
    position: null,
  });
  useMediaSession(player, { ...podcast, coverUrl: null });
  const sounds = usePlaying(player, ({ phase }) => phase !== 'paused');
  if (sounds && !hasBegun) setBegun(true);
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  const livePlayer = hasBegun && <LivePlayer player={player} podcast={podcast} isMade={isMade} />;
  const tape = recordedOf(podcast, reach);
  const openEmail = () => setEmailChange('open');
  return (
    <>
      {isMade ? (
        <Ready
          podcast={podcast}
          token={token}
          player={livePlayer}
          heard={hasBegun ? second : 0}
          onChangeEmail={openEmail}
        />
      ) : (
        <Making order={order} podcast={podcast} tape={tape} onChangeEmail={openEmail}>
          {livePlayer ||
            (tape.ready > 0 && (
              <Button kind="main" wide onClick={() => player.play()}>
                <Play aria-hidden size={22} fill="currentColor" /> Play {playable(tape)}
              </Button>
            ))}
        </Making>
      )}
      {emailChange !== 'untouched' && (
        <Suspense>
          <EmailChangeSheet
            podcast={podcast}
            orderId={order.id}
            open={emailChange === 'open'}
            onClose={() => setEmailChange('closed')}
          />
        </Suspense>
      )}
    </>
  );
}

type LivePlayerProps = { player: Player; podcast: Podcast; isMade: boolean };

/** Plays what is finished while the rest is made, and goes on when everything is. */
function LivePlayer({ player, podcast, isMade }: LivePlayerProps) {
  const phase = usePlaying(player, (playing) => playing.phase);
  const isAtEdge = usePlaying(
    player,
    ({ phase, time, buffered }) => phase === 'waiting' && !isMade && time >= buffered - 1,
  );
  return (
    <section aria-label="Player" className="grille rounded-card bg-panel p-4 shadow-lift">
      <PlayerRow player={player} name="what is there" wave={podcast.wave} seed={podcast.publicId} />
      <p role="status" className="text-meta text-soft">
        {isAtEdge && 'You’ve caught up with them. It goes on by itself.'}
        {phase === 'failed' && 'The sound stopped arriving. Press play to try again.'}
      </p>
    </section>
  );
}
