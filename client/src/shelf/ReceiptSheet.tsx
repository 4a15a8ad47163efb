import { useQuery } from '@tanstack/react-query';
import type { Podcast } from '#shared/episode.ts';
import type { Receipt } from '#shared/order.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { isNotFound } from '../api/client.ts';
import { receiptQuery } from '../api/orders.ts';
import { QueryError } from '../api/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ReceiptFacts } from './ReceiptFacts.tsx';

type ReceiptSheetProps = {
  id: string;
  /** The listed episodes, for their waves. */
  episodes: readonly Podcast[];
  open: boolean;
  onClose: () => void;
};

export default function ReceiptSheet({ id, episodes, open, onClose }: ReceiptSheetProps) {
  const query = useQuery({ ...receiptQuery(id), enabled: open });
  const { data: receipt, error } = query;
  const missing = isNotFound(error);
  const episode = episodes.find(({ publicId }) => publicId === receipt?.publicId);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Receipt"
      footer={receipt && <Again receipt={receipt} />}
    >
      {receipt ? (
        <ReceiptFacts receipt={receipt} wave={episode?.wave} />
      ) : (
        !error && <LoadingReceipt />
      )}
      {!receipt && missing && (
        <ErrorState title="We can’t find that receipt">
          The link may be incomplete, or the order belongs to another account.
        </ErrorState>
      )}
      {!receipt && error && !missing && (
        <QueryError title="We couldn’t fetch this receipt" query={query} />
      )}
    </Sheet>
  );
}

function Again({ receipt }: { receipt: Receipt }) {
  const lost = receipt.episode === 'failed';
  return (
    <Button
      kind={lost ? 'main' : 'plain'}
      wide
      href={reorderPath(receipt, lost ? { unused: receipt } : { from: 'own' })}
    >
      {lost ? 'Order again' : 'Make another like this'}
    </Button>
  );
}

/** As high as a receipt, so that the sheet opens at its final height. */
function LoadingReceipt() {
  return (
    <div role="status" className="flex flex-col gap-5">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-36 rounded-card!" />
      <Skeleton className="h-32" />
      <Skeleton className="h-24" />
    </div>
  );
}
