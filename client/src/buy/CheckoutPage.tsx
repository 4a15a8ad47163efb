import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Clock, Info, LockKeyhole, Mail, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { readyAround } from '#shared/deliveryEstimate.ts';
import type { Order } from '#shared/order.ts';
import { titles } from '#shared/pages.ts';
import { discountName, discountWords, formatPrice, hasDiscount } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { isNotFound } from '../api/client.ts';
import { latestOrdersQuery, orderQuery } from '../api/orders.ts';
import { QueryError } from '../api/QueryError.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { StickyFooter } from '../ui/StickyFooter.tsx';
import { GoneOrder, NoSuchOrder, OrderCard } from './OrderStates.tsx';
import { usePayment } from './usePayment.ts';

export default function CheckoutPage() {
  const [search] = useSearchParams();
  const id = search.get('order');
  // From Paddle's default payment link; kept because finding its order changes the address.
  const [transaction] = useState(() => search.get('_ptxn'));

  if (id) return <Checkout key={id} id={id} openAtOnce={transaction !== null} />;
  if (transaction) return <TransactionLink transaction={transaction} />;
  return <NoSuchOrder />;
}

function Checkout({ id, openAtOnce }: { id: string; openAtOnce: boolean }) {
  const query = useQuery({
    ...orderQuery(id),
    // It may have been paid in another window, or have expired while this one slept.
    refetchOnWindowFocus: 'always',
  });
  const order = query.data?.order;
  const [wasOpen, setWasOpen] = useState(false);
  if (order?.status === 'open' && !wasOpen) setWasOpen(true);

  // The order's hour may end while it is being paid.
  const isPayable = order?.status === 'open' || (order?.status === 'expired' && wasOpen);
  if (order && isPayable) return <OpenOrder order={order} openAtOnce={openAtOnce} />;
  if (order?.status === 'paid') {
    return <Redirect to={`/success?order=${encodeURIComponent(id)}`} replace />;
  }
  if (order) return <GoneOrder order={order} />;
  if (isNotFound(query.error)) return <NoSuchOrder />;
  return (
    <Page title={titles['/checkout']}>
      <h1 className="mt-2 mb-5">One last look</h1>
      {query.isError ? (
        <QueryError title="We couldn’t load your order" query={query} />
      ) : (
        <div className="flex flex-col gap-7">
          <Skeleton className="h-64 rounded-card" />
          <Skeleton className="h-32" />
        </div>
      )}
    </Page>
  );
}

/** `/checkout?_ptxn=` is the payment link in Paddle's own emails. */
function TransactionLink({ transaction }: { transaction: string }) {
  const query = useQuery(latestOrdersQuery);
  const order = query.data?.orders.find(({ transactionId }) => transactionId === transaction);

  if (order) return <Redirect to={`/checkout?order=${encodeURIComponent(order.id)}`} replace />;
  if (query.data) return <NoSuchOrder />;
  return (
    <Page title={titles['/checkout']}>
      {query.isError ? (
        <QueryError title="We couldn’t load your order" query={query} />
      ) : (
        <Spinner label="Finding your order..." />
      )}
    </Page>
  );
}

/** The order may have expired while the page was open. */
function OpenOrder({ order, openAtOnce }: { order: Order; openAtOnce: boolean }) {
  const { phase, note, pay } = usePayment(order);
  // Without its sources it could only be paid to be refunded.
  const isUnmakeable = order.onlyTheseSources && order.sources.length === 0 && phase === 'idle';
  const begin = useEffectEvent(() => openAtOnce && !isUnmakeable && pay());
  useEffect(() => void begin(), []);

  if (phase === 'paid') {
    return <Redirect to={`/success?order=${encodeURIComponent(order.id)}`} replace />;
  }
  // A payment under way may still arrive: only the server and Paddle can end it.
  const isOver = phase === 'lapsed' || (order.status === 'expired' && phase === 'idle');
  if (isOver) return <GoneOrder order={{ ...order, status: 'expired' }} />;
  const isFree = order.total === 0;
  const hasFailed = note?.kind === 'failure';
  const NoteIcon = hasFailed ? CircleAlert : Info;
  return (
    <Page title={titles['/checkout']} className="flex flex-col pb-0! lg:max-w-[1280px] lg:px-22">
      <div className="mt-1 mb-4 flex items-baseline justify-between gap-4 lg:mb-5">
        <h1 className="lg:text-[2.5rem]">One last look</h1>
        {!isFree && (
          <p className="flex items-center gap-1.5 text-meta text-soft">
            <LockKeyhole aria-hidden size={18} /> Paddle
          </p>
        )}
      </div>
      <div className="flex grow flex-col lg:grid lg:grow-0 lg:grid-cols-[minmax(0,1fr)_25rem] lg:items-start lg:gap-x-14 lg:pb-18">
        <OrderCard order={order} />
        {/* `contents` on phones: the bar with the button sticks within its parent box. */}
        <div className="contents lg:sticky lg:top-6 lg:block lg:rounded-card lg:bg-panel lg:px-6 lg:pt-3 lg:pb-6 lg:shadow-lift">
          <dl className="my-5 lg:mt-0">
            <Line name={`${order.duration} minutes`}>{formatPrice(order.listPrice)}</Line>
            {hasDiscount(order) && <Line name={discountName(order)}>{discountWords(order)}</Line>}
            <div className="mt-2 flex items-baseline justify-between gap-4 border-t border-line pt-4 font-display text-h2">
              <dt>Total</dt>
              <dd>{order.total === 0 ? 'Free' : formatPrice(order.total)}</dd>
            </div>
          </dl>
          <ul className="mb-7 flex grow flex-col gap-3 lg:grow-0">
            <Assurance icon={<Clock aria-hidden />}>
              Ready around <strong>{readyAround(order.duration, new Date())}</strong>.
            </Assurance>
            <Assurance icon={<Mail aria-hidden />}>
              Goes to <strong className="[overflow-wrap:anywhere]">{order.email}</strong>
            </Assurance>
            <Assurance icon={<Undo2 aria-hidden />}>{whatComesBack(order)}</Assurance>
          </ul>
          <StickyFooter beside>
            <p
              role={hasFailed ? 'alert' : 'status'}
              className={classes(
                'flex gap-2.5',
                note && 'mb-3',
                hasFailed && 'font-semibold text-err',
              )}
            >
              {note && (
                <>
                  <NoteIcon aria-hidden size={20} className="mt-0.5 shrink-0" />
                  {note.text}
                </>
              )}
            </p>
            {isUnmakeable ? (
              <Button kind="main" wide href={reorderPath(order, { unused: order })}>
                Add it again
              </Button>
            ) : (
              <Button
                kind="main"
                wide
                onClick={pay}
                pending={phase !== 'idle'}
                pendingLabel={
                  phase === 'open'
                    ? 'Waiting for your payment...'
                    : isFree
                      ? 'Starting your episode...'
                      : 'Opening the payment...'
                }
              >
                {isFree ? 'Make my episode' : `Pay ${formatPrice(order.total)}`}
              </Button>
            )}
            <p className="mt-3 text-center text-meta text-soft">
              {isFree
                ? 'Nothing to pay. Nothing renews.'
                : 'Tax included. Paid once. Nothing renews.'}
            </p>
          </StickyFooter>
        </div>
      </div>
    </Page>
  );
}

function whatComesBack({ total, isBonus }: Order): string {
  if (total > 0) return 'If we can’t make it, your money goes back by itself.';
  return isBonus
    ? 'If we can’t make it, your free episode comes back.'
    : 'If we can’t make it, you can use your code again.';
}

function Assurance({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-3.5">
      <span className="shrink-0 pt-px">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className="[overflow-wrap:anywhere]">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
