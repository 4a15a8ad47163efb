import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { Podcast as Episode } from '#shared/episode.ts';
import { titles } from '#shared/pages.ts';
import { MinutesLeft } from '../account/edition/MinutesLeft.tsx';
import { ordersQuery } from '../api/orders.ts';
import { episodesQuery } from '../api/podcasts.ts';
import { useSales } from '../api/sales.ts';
import { useFreshAccount } from '../api/session/session.tsx';
import { BonusBanner } from '../ui/BonusBanner.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { lazySheet } from '../ui/lazySheet.tsx';
import { Page } from '../ui/Page.tsx';
import { FootLink, TwoColumns } from '../ui/TwoColumns.tsx';
import { LoadingEpisodeList } from './episodeList/EpisodeList.tsx';
import { LiveEpisodeList } from './episodeList/LiveEpisodeList.tsx';
import { DemoRow } from './episodeList/PlayableRow.tsx';
import { greeting } from './episodeText.ts';
import { PANEL_PATH, useLayer } from './layers.ts';
import { LooseReceipts, UnpaidOrders } from './OrderSections.tsx';

const AccountSheet = lazySheet(() => import('../account/menu/AccountSheet.tsx'));
const FeedSheet = lazySheet(() => import('../player/feed/FeedSheet.tsx'));
const ReceiptSheet = lazySheet(() => import('./ReceiptSheet.tsx'));

export default function DashboardPage() {
  const sells = useSales();
  const user = useFreshAccount();
  const [q, setQ] = useState('');
  const episodes = useInfiniteQuery(episodesQuery(q));
  const orders = useOrders(episodes.data ?? []);
  const account = useLayer('panel', 'account');
  const feed = useLayer('panel', 'feed');
  const receipt = useLayer('receipt');

  const hasNone = episodes.data?.length === 0 && q === '';

  function tabOf(): string {
    if (account.open) return 'Account';
    if (feed.open) return 'Your feed';
    return sells && receipt.open ? 'Receipt' : titles['/dashboard'];
  }

  return (
    <Page title={tabOf()} layout="content" className="flex flex-col pt-2 max-lg:pb-0!">
      <TwoColumns
        head={
          <>
            <div className="flex items-start justify-between gap-x-3 lg:block">
              <h1>{greeting(user?.firstName ?? null, new Date())}</h1>
              <AccountLink />
            </div>
            {!sells && <MinutesLeft className="mt-2" />}
            {sells && user?.hasMadeFirstPurchase && !user.hasUsedFreePodcast && (
              // As bright as the button, it stands well apart from it.
              <div className="lg:mb-7">
                <BonusBanner />
              </div>
            )}
          </>
        }
        foot={<FootLink href="/create">New episode</FootLink>}
        aside={hasNone && !orders.isPending && <DemoRow title="Or hear one first" />}
      >
        {orders.isPending || episodes.isPending ? (
          // Wait for both: open orders that load later would push the episodes down.
          <LoadingEpisodeList />
        ) : (
          <>
            {sells &&
              (orders.data ? (
                <UnpaidOrders orders={orders.data} />
              ) : (
                <ErrorState title="We couldn’t fetch your open orders" query={orders} />
              ))}
            <LiveEpisodeList episodes={episodes} orders={orders.data ?? []} q={q} onSearch={setQ} />
            {sells &&
              episodes.isSuccess &&
              !episodes.hasNextPage &&
              q === '' &&
              !episodes.isPlaceholderData && (
                <LooseReceipts orders={orders.data ?? []} podcasts={episodes.data} />
              )}
          </>
        )}
      </TwoColumns>
      {/* Mounted while shown, so that they can animate when they close. */}
      {user && account.shown && (
        <AccountSheet user={user} open={account.open} onClose={account.close} />
      )}
      {user && feed.shown && <FeedSheet open={feed.open} onClose={feed.close} />}
      {sells && receipt.shown && (
        <ReceiptSheet
          id={receipt.shown}
          episodes={episodes.data ?? []}
          open={receipt.open}
          onClose={receipt.close}
        />
      )}
    </Page>
  );
}

/** Only an icon on phones, where the greeting takes the line. */
function AccountLink() {
  return (
    <Link
      href={PANEL_PATH}
      className="-mt-1 -mr-2.5 inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-chip font-bold sm:mr-0 sm:w-auto sm:px-1 lg:mt-1 lg:-ml-1"
    >
      <UserRound aria-hidden size={22} /> <span className="max-sm:sr-only">Account</span>
    </Link>
  );
}

/** The user's orders, newest first, loaded until each of these episodes has its own. */
function useOrders(episodes: readonly Episode[]) {
  const orders = useInfiniteQuery(ordersQuery);
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = orders;
  const known = new Set(data?.map(({ podcast }) => podcast?.publicId));
  const needsMore =
    episodes.some(({ publicId }) => !known.has(publicId)) && hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return orders;
}
