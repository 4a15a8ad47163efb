import type { Key, ReactNode } from 'react';
import { Link } from 'wouter';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { AdminRow, Facts, FlagNote, Moment } from './AdminRow.tsx';
import { Details, Part } from './Details.tsx';
import { CostCard, QualityCard, ReadingCard } from './EpisodeFigures.tsx';
import { flagWords } from './format.ts';
import { sumOf, UNMATCHED_WORDS } from './orderWords.ts';

const at = (moment: string | null) => moment && <Moment at={moment} />;
const mono = (text: string | null) => text && <code className="text-meta">{text}</code>;

export function OrderFacts({ order }: { order: AdminOrderDetail }) {
  const { discountAmount, episode, emails, paymentEvents, unmatchedPayments } = order;
  return (
    <>
      {order.flags.map(({ reason, at }) => (
        <FlagNote key={reason}>
          {reason} (<Moment at={at} />)
        </FlagNote>
      ))}
      {order.status === 'refund_pending' && !order.refundId && (
        <FlagNote>
          {order.refundDueAt
            ? 'Paddle hasn’t accepted the refund yet. We’ll keep asking.'
            : 'Paddle refuses this refund. Ask again, have the episode made, or return the money another way.'}
        </FlagNote>
      )}
      <p dir="auto" className="my-3 text-lead [overflow-wrap:anywhere]">
        {order.topic || 'A deleted episode'}
      </p>
      <Details
        items={[
          ['Account', order.account ?? 'deleted'],
          ['Email goes to', order.email || 'nobody'],
          ['Episode', `${order.duration} min, ${order.tone}, ${order.style}`],
          ['Hosts', `${order.voice1Name} and ${order.voice2Name}`],
          ['List price', formatPrice(order.listPrice)],
          [
            order.isBonus ? 'Bonus' : `Code ${order.discountCode}`,
            discountAmount > 0 ? `−${formatPrice(discountAmount)}` : null,
          ],
          ['Total', formatPrice(order.total)],
          ['Placed', at(order.createdAt)],
          ['Paid', at(order.paidAt)],
          ['Refunded', at(order.refundedAt)],
          ['Order', mono(order.id)],
          ['Transaction', mono(order.transactionId)],
          ['Refund', mono(order.refundId)],
        ]}
      />
      <List
        title="Payments that match nothing"
        items={unmatchedPayments}
        keyOf={({ transactionId }) => transactionId}
      >
        {(unmatched) => (
          <AdminRow title={sumOf(unmatched)}>
            <Facts
              facts={[unmatched.reason, at(unmatched.seenAt), mono(unmatched.transactionId)]}
            />
            <FlagNote>{UNMATCHED_WORDS[unmatched.state]}</FlagNote>
          </AdminRow>
        )}
      </List>
      {episode && (
        <Part title="Episode">
          <Details
            items={[
              ['Status', episode.status === 'processing' ? episode.stage : episode.status],
              ['Provider failures', episode.attempts || null],
            ]}
          />
          {episode.failure && <FlagNote>{episode.failure}</FlagNote>}
          {episode.quality?.flags?.map((flag) => (
            <FlagNote key={flag}>{flagWords(flag, true)}</FlagNote>
          ))}
          <QualityCard episode={episode} />
          <ReadingCard episode={episode} />
          <CostCard episode={episode} />
          {episode.listenUrl && (
            <Link href={episode.listenUrl} className="inline-flex min-h-11 items-center underline">
              Listen
            </Link>
          )}
        </Part>
      )}
      <List title="Emails" items={emails} keyOf={({ createdAt, kind }) => createdAt + kind}>
        {({ recipient, kind, sentAt, attempts, bounce }) => (
          <AdminRow title={recipient}>
            <Facts
              facts={[
                kind,
                sentAt ? (
                  <span key="sent">
                    sent <Moment at={sentAt} />
                  </span>
                ) : (
                  `not sent yet, ${attempts} tries`
                ),
              ]}
            />
            {bounce && <FlagNote>{bounce}</FlagNote>}
          </AdminRow>
        )}
      </List>
      <List title="Payment events" items={paymentEvents} keyOf={({ id }) => id}>
        {({ id, type, receivedAt, outcome }) => (
          <AdminRow
            title={
              <Link href={`/admin?view=events&event=${id}`} className="underline">
                {type}
              </Link>
            }
          >
            <Facts facts={[at(receivedAt), outcome ?? 'not handled yet']} />
          </AdminRow>
        )}
      </List>
    </>
  );
}

type ListProps<Item> = {
  title: string;
  items: readonly Item[];
  keyOf: (item: Item) => Key;
  children: (item: Item) => ReactNode;
};

function List<Item>({ title, items, keyOf, children }: ListProps<Item>) {
  if (items.length === 0) return null;
  return (
    <Part title={title}>
      <ul>
        {items.map((item) => (
          <li key={keyOf(item)} className="border-t border-line first:border-t-0">
            {children(item)}
          </li>
        ))}
      </ul>
    </Part>
  );
}
