import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Podcast } from '#shared/episode.ts';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { Button } from '../ui/Button.tsx';
import { Title } from '../ui/Title.tsx';
import { displayTitle } from './episodeText.ts';
import { receiptPath } from './layers.ts';

const DAY = 86_400_000;

type Orders = readonly Order[];

/** Orders that can still be paid, and those that lapsed within a day and were not ordered again. */
export function UnpaidOrders({ orders }: { orders: Orders }) {
  const now = Date.now();
  const open = orders.filter(({ status }) => status === 'open');
  const lapsed = orders.filter(
    ({ status, topic, createdAt, expiresAt }) =>
      status === 'expired' &&
      now - Date.parse(expiresAt) < DAY &&
      !orders.some((later) => later.topic === topic && later.createdAt > createdAt),
  );
  return (
    <>
      <Section
        id="unpaid"
        title="Waiting for payment"
        // Aligned with the greeting.
        className="mt-7 lg:mt-[7px]"
        orders={open}
        noteOf={({ total }) => formatPrice(total)}
      >
        {(order) => (
          <>
            <Button href={`/checkout?order=${encodeURIComponent(order.id)}`}>Finish paying</Button>
            <RowLink href={reorderPath(order, { unused: order })} rowTitle={order.topic}>
              Make another like this
            </RowLink>
          </>
        )}
      </Section>
      <Section
        id="lapsed"
        title="Not paid in time"
        lead="We hold an order for an hour. Nothing was charged."
        className="mt-7"
        orders={lapsed}
        noteOf={() => 'expired'}
      >
        {(order) => <Button href={reorderPath(order, { unused: order })}>Order again</Button>}
      </Section>
    </>
  );
}

type LooseReceiptsProps = { orders: Orders; podcasts: readonly Podcast[] };

/** Paid orders whose episode was deleted, or closed after a chargeback. */
export function LooseReceipts({ orders, podcasts }: LooseReceiptsProps) {
  const listed = new Set(podcasts.map(({ publicId }) => publicId));
  const loose = orders.filter(
    // An unfinished episode may be newer than the list.
    ({ podcast }) => podcast && podcast.status !== 'processing' && !listed.has(podcast.publicId),
  );
  return (
    <Section
      id="loose"
      title="Receipts without an episode"
      className="mb-7"
      orders={loose}
      noteOf={({ total }) => (total === 0 ? 'free' : formatPrice(total))}
    >
      {({ id, topic }) => (
        <RowLink href={receiptPath(id)} rowTitle={displayTitle(topic)}>
          Receipt
        </RowLink>
      )}
    </Section>
  );
}

type SectionProps = {
  id: string;
  title: string;
  lead?: string;
  className: string;
  orders: Orders;
  noteOf: (order: Order) => string;
  children: (order: Order) => ReactNode;
};

function Section(props: SectionProps) {
  const { id, title, lead, className, orders, noteOf, children } = props;
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id}>{title}</h2>
      {lead && <p className="mt-2 text-soft">{lead}</p>}
      <ul className="mt-4">
        {orders.map((order) => (
          <li
            key={order.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 border-t border-line py-4"
          >
            <div className="min-w-0 grow basis-60">
              <Title text={displayTitle(order.topic)} className="line-clamp-3" />
              <p className="mt-1 text-meta text-soft">
                {order.voice1Name} and {order.voice2Name}, {order.duration}
                {'\u00a0'}min, {noteOf(order)}
              </p>
            </div>
            <div className="flex shrink-0 items-center gap-5 sm:flex-row-reverse">
              {children(order)}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** `rowTitle` names the row to a screen reader. */
type RowLinkProps = { href: string; rowTitle: string; children: string };

function RowLink({ href, rowTitle, children }: RowLinkProps) {
  return (
    <Link
      href={href}
      aria-label={`${children}: ${rowTitle}`}
      className="inline-flex min-h-11 items-center rounded-chip text-meta font-semibold text-soft underline decoration-1 underline-offset-4"
    >
      {children}
    </Link>
  );
}
