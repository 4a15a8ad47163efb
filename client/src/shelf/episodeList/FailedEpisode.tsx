import { reorderPath } from '#shared/reorderLink.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { Title } from '../../ui/Title.tsx';
import type { EpisodeCardProps } from './cardProps.ts';
import { EpisodeRow } from './EpisodeRow.tsx';
import { MoreButton } from './MoreButton.tsx';
import { Refund } from './Refund.tsx';

export function FailedEpisode({ podcast, order, onMore }: EpisodeCardProps) {
  const sells = useSales();
  return (
    <EpisodeRow
      foot={
        <Button href={reorderPath(podcast, { unused: order })}>
          {sells ? 'Order again' : 'Make it again'}
        </Button>
      }
      more={<MoreButton podcast={podcast} onMore={onMore} />}
    >
      <Title text={podcast.title} className="line-clamp-2" />
      <p className="mt-1 text-meta text-soft">
        {podcast.failure ?? 'Couldn’t be finished.'} <Refund order={order} />
      </p>
    </EpisodeRow>
  );
}
