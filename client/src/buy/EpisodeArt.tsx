import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { partsQuery } from '../api/listen.ts';
import { playableOfPodcast } from '../player/deck/playable.ts';
import { playNow } from '../player/deck/playNow.ts';
import { useRow } from '../player/deck/useRow.ts';
import { playable as playableLength, recordedOf } from '../player/recorded.ts';
import { reachOf } from '../player/useParts.ts';
import { Button } from '../ui/Button.tsx';
import { lazySheet } from '../ui/lazySheet.tsx';
import { Making } from './Making.tsx';
import { Ready } from './Ready.tsx';
import { useSheet } from './useSheet.ts';

const EmailChangeSheet = lazySheet(() => import('./EmailChangeSheet.tsx'));

type EpisodeArtProps = { order: Order; podcast: Podcast };

/** One component for both states, so that a half-typed address survives the change. */
export function EpisodeArt({ order, podcast }: EpisodeArtProps) {
  const email = useSheet();
  const playable = playableOfPodcast(podcast);
  const row = useRow(playable);
  const parts = useQuery(partsQuery(playable.partsUrl, 'paused')).data?.parts;
  const tape = recordedOf(podcast, reachOf(parts));
  return (
    <>
      {podcast.status === 'completed' ? (
        <Ready podcast={podcast} playable={playable} row={row} onChangeEmail={email.show} />
      ) : (
        <Making order={order} podcast={podcast} tape={tape} onChangeEmail={email.show}>
          {(tape.ready > 0 || row.state !== 'idle') && (
            <Button kind="main" wide href={podcast.listenUrl} onClick={() => playNow(playable)}>
              <Play aria-hidden size={22} fill="currentColor" />{' '}
              {row.state === 'idle' ? `Play ${playableLength(tape)}` : 'Keep listening'}
            </Button>
          )}
        </Making>
      )}
      {email.isNeeded && (
        <EmailChangeSheet
          podcast={podcast}
          orderId={order.id}
          open={email.open}
          onClose={email.close}
        />
      )}
    </>
  );
}
