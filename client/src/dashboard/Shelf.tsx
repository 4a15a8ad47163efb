import type { Order } from '#shared/order.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useSound } from '../ui/sound.ts';
import { Tape } from './Tape.tsx';
import { useTapes } from './tapes.ts';

/** "Your tapes": everything the user has ordered, with one loudspeaker for all of them. */
export function Shelf({ orders }: { orders: readonly Order[] }) {
  const tapes = useTapes();
  const sound = useSound();
  const shown = tapes.data?.pages.flatMap((page) => page.podcasts) ?? [];

  return (
    <section aria-labelledby="tapes" className="mt-7 mb-7">
      <h2 id="tapes">Your tapes</h2>
      {tapes.isPending && <Loading />}
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

/** As high as what will come, so that nothing jumps. */
function Loading() {
  return (
    <div role="status" className="mt-4">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className="flex h-33 flex-col gap-3 border-t border-line pt-4">
          <div className="flex justify-between">
            <div>
              <Skeleton className="h-6 w-56" />
              <Skeleton className="mt-2 h-5 w-40" />
            </div>
            <Skeleton className="size-11 rounded-full!" />
          </div>
          <Skeleton className="h-8" />
        </div>
      ))}
    </div>
  );
}
