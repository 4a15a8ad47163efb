import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { setDeck } from '../../player/deck/deck.ts';
import { playableOfPodcast } from '../../player/deck/playable.ts';
import { sessionOnDeck } from '../../player/deck/playNow.ts';
import { lazySheet } from '../../ui/lazySheet.tsx';
import type { OnMore } from './EpisodeCard.tsx';

const EpisodeSheet = lazySheet(() => import('../episode/EpisodeSheet.tsx'));
const ShareSheet = lazySheet(() => import('../../player/share/ShareSheet.tsx'));

export const orderOf = ({ publicId }: Podcast, orders: readonly Order[]): Order | undefined =>
  orders.find(({ podcast }) => podcast?.publicId === publicId);

export function useMenu(episodes: readonly Podcast[], orders: readonly Order[]) {
  // Kept while the closing animation runs.
  const [shown, setShown] = useState<Podcast | null>(null);
  const [open, setOpen] = useState<'menu' | 'share' | null>(null);
  const opener = useRef<HTMLElement | null>(null);

  const show: OnMore = (podcast, button) => {
    opener.current = button;
    // Safari does not focus a clicked button, and the sheet returns the focus to what had it.
    button.focus();
    setShown(podcast);
    setOpen('menu');
  };

  /** Closes the menu at once, so that the next sheet returns the focus to the button in the row. */
  function leave() {
    flushSync(() => setOpen(null));
    opener.current?.focus();
  }

  const isDeleted = useRef(false);
  function handleDeleted(podcast: Podcast) {
    if (sessionOnDeck(playableOfPodcast(podcast))) setDeck(null);
    isDeleted.current = true;
    setOpen(null);
  }
  // The menu's button is gone with its row: focus the heading once the sheet traps no focus.
  useEffect(() => {
    if (open || !isDeleted.current) return;
    isDeleted.current = false;
    document.getElementById('episodes')?.focus();
  }, [open]);

  if (!shown) return { show, sheets: null };
  // The list has the current title and email address.
  const podcast = episodes.find(({ publicId }) => publicId === shown.publicId) ?? shown;
  return {
    show,
    sheets: (
      <>
        <EpisodeSheet
          podcast={podcast}
          order={orderOf(podcast, orders)}
          open={open === 'menu'}
          onClose={() => setOpen(null)}
          onLeave={leave}
          onShare={() => {
            leave();
            setOpen('share');
          }}
          onDeleted={handleDeleted}
        />
        <ShareSheet
          episode={{ ...podcast, token: playableOfPodcast(podcast).token, publicId: null }}
          time={() => 0}
          open={open === 'share'}
          onClose={() => setOpen(null)}
        />
      </>
    ),
  };
}
