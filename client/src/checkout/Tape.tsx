import { Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { useMediaSession } from '../onair/mediaSession.ts';
import { usePlayer } from '../onair/usePlayer.ts';
import { firstMinutes } from '../onair/words.ts';
import { Button } from '../ui/Button.tsx';
import { usePlaying } from '../ui/usePlaying.ts';
import { EarlyDeck } from './EarlyDeck.tsx';
import { Making } from './Making.tsx';
import { Ready } from './Ready.tsx';

const LetterSheet = lazy(() => import('./LetterSheet.tsx'));

type TapeProps = { order: Order; podcast: Podcast };

/**
 * An episode in the making, and then made: whoever begins to listen before goes on listening, and
 * whoever is writing an address goes on writing.
 */
export function Tape({ order, podcast }: TapeProps) {
  const { status, durationSeconds, duration, listenUrl } = podcast;
  const isMade = status === 'completed';
  const [hasBegun, setBegun] = useState(false);
  const [letter, setLetter] = useState<'untouched' | 'open' | 'closed'>('untouched');
  const { player, reach } = usePlayer({
    token: new URL(listenUrl, location.origin).searchParams.get('episode') ?? '',
    partsUrl: isMade ? null : podcast.partsUrl,
    // Not loaded for somebody who goes on to the listen page anyway.
    audioUrl: isMade && hasBegun ? podcast.audioUrl : null,
    duration: durationSeconds ?? duration * 60,
    startAt: null,
    position: null,
  });
  useMediaSession(player, { ...podcast, coverUrl: null });
  const sounds = usePlaying(player, ({ phase }) => phase !== 'paused');
  if (sounds && !hasBegun) setBegun(true);
  const second = usePlaying(player, ({ time }) => Math.floor(time));
  const deck = hasBegun && <EarlyDeck player={player} seed={podcast.publicId} isMade={isMade} />;
  const openLetter = () => setLetter('open');
  return (
    <>
      {isMade ? (
        <Ready podcast={podcast} deck={deck} heard={hasBegun ? second : 0} onLetter={openLetter} />
      ) : (
        <Making order={order} podcast={podcast} onLetter={openLetter}>
          {deck ||
            (reach > 0 && (
              <Button kind="main" wide onClick={() => player.play()}>
                <Play aria-hidden size={22} fill="currentColor" /> Play {firstMinutes(reach)}
              </Button>
            ))}
        </Making>
      )}
      {letter !== 'untouched' && (
        <Suspense>
          <LetterSheet
            podcast={podcast}
            orderId={order.id}
            open={letter === 'open'}
            onClose={() => setLetter('closed')}
          />
        </Suspense>
      )}
    </>
  );
}
