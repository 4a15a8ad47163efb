import type { ReactNode, RefObject } from 'react';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { type CardPlayer, EpisodeCard } from './EpisodeCard.tsx';

type EpisodeListProps = {
  podcasts: readonly Podcast[];
  orders: readonly Order[];
  player: CardPlayer;
  /** The link to an order's receipt; the preview has none. */
  receiptPath?: ((orderId: string) => string) | undefined;
  onManage?: ((podcast: Podcast) => void) | undefined;
  list?: RefObject<HTMLUListElement | null> | undefined;
  /** Between the heading and the episodes. */
  search?: ReactNode;
  /** Below the episodes, or instead of them. */
  children?: ReactNode;
};

/** "Your tapes": the user's episodes; one plays at a time. */
export function EpisodeList(props: EpisodeListProps) {
  const { podcasts, orders, player, receiptPath, onManage, list, search, children } = props;
  return (
    <section aria-labelledby="tapes" className="mt-7 mb-7 lg:first:mt-0">
      <h2 id="tapes" tabIndex={-1} className="outline-none">
        Your tapes
      </h2>
      {search}
      {podcasts.length > 0 && (
        <TooltipProvider>
          <ul ref={list} className="mt-4">
            {podcasts.map((podcast) => (
              <EpisodeCard
                key={podcast.publicId}
                podcast={podcast}
                order={orders.find((order) => order.podcast?.publicId === podcast.publicId)}
                player={player}
                receiptPath={receiptPath}
                onManage={onManage}
              />
            ))}
          </ul>
        </TooltipProvider>
      )}
      {children}
    </section>
  );
}
