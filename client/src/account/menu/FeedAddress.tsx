import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { feedQuery, renewFeed } from '../../api/account.ts';
import { failureToast } from '../../api/client.ts';
import { CopyAddress } from '../../player/feed/CopyAddress.tsx';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useToast } from '../../ui/Toast.tsx';

export function FeedAddress() {
  const feed = useQuery(feedQuery);
  const feedUrl = feed.data;
  return (
    <>
      <p className="mb-4 text-soft">
        Your podcast app finds your episodes here. Anyone with the address can listen.
      </p>
      {feedUrl ? (
        <>
          <CopyAddress feedUrl={feedUrl} />
          <ChangeAddress />
        </>
      ) : feed.isError ? (
        <ErrorState title="We couldn’t fetch your feed’s address" query={feed} />
      ) : (
        <Skeleton className="h-28" />
      )}
    </>
  );
}

function ChangeAddress() {
  const { toast } = useToast();
  const client = useQueryClient();
  const [asked, setAsked] = useState(false);
  const { mutate: change, isPending } = useMutation({
    mutationFn: renewFeed,
    onSuccess(reply) {
      client.setQueryData(feedQuery.queryKey, reply);
      setAsked(false);
      toast({ title: 'Your feed has a new address', description: 'Add it to your app again.' });
    },
    onError: (error) => toast(failureToast('The address wasn’t changed', error)),
  });

  if (!asked) {
    return (
      <Button kind="quiet" className="-mx-1 mt-1" onClick={() => setAsked(true)}>
        Change the address
      </Button>
    );
  }
  return (
    <div className="mt-3">
      <p className="text-meta text-soft">
        The old address stops working at once, in your podcast app, too. Add the new one there.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button onClick={() => change()} pending={isPending} pendingLabel="Changing...">
          Change it now
        </Button>
        <Button autoFocus kind="quiet" onClick={() => setAsked(false)}>
          Keep this one
        </Button>
      </div>
    </div>
  );
}
