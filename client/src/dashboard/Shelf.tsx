import type { Order } from '#shared/order.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useSound } from '../ui/sound.ts';
import { TooltipProvider } from '../ui/Tooltip.tsx';
import { Tape } from './Tape.tsx';
import type { useTapes } from './tapes.ts';

type ShelfProps = { tapes: ReturnType<typeof useTapes>; orders: readonly Order[] };

/** "Your tapes": everything the user has ordered, with one loudspeaker for all of them. */
export function Shelf({ tapes, orders }: ShelfProps) {
  const sound = useSound();
  const shown = tapes.data?.pages.flatMap((page) => page.podcasts) ?? [];

  return (
    <section aria-labelledby="tapes" className="mt-7 mb-7">
      <h2 id="tapes">Your tapes</h2>
      {tapes.isError && shown.length === 0 && (
        <ErrorState
          title="We couldn’t fetch your tapes"
          onRetry={() => void tapes.refetch()}
          retrying={tapes.isFetching}
        >
          They are safe. Try again in a moment.
        </ErrorState>
      )}
      {tapes.isSuccess && shown.length === 0 && (
        <EmptyState title="Nothing on the shelf yet. What’s been on your mind?" />
      )}
      {shown.length > 0 && (
        <TooltipProvider>
          <ul className="mt-4">
            {shown.map((podcast) => (
              <Tape
                key={podcast.publicId}
                podcast={podcast}
                order={orders.find((order) => order.podcast?.publicId === podcast.publicId)}
                sound={sound}
                onToggle={sound.toggle}
              />
            ))}
          </ul>
        </TooltipProvider>
      )}
      {tapes.hasNextPage && (
        <Button
          onClick={() => void tapes.fetchNextPage()}
          pending={tapes.isFetchingNextPage}
          pendingLabel="Loading..."
        >
          Show older tapes
        </Button>
      )}
    </section>
  );
}
