import type { Key, ReactNode } from 'react';
import { Link } from 'wouter';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { Details, Part } from './Details.tsx';
import { CostCard, QualityCard, ReadingCard } from './EpisodeFigures.tsx';
import { sumOf, UNMATCHED_WORDS } from './orderWords.ts';
import { Facts, FlagNote, Moment, Row } from './Row.tsx';
import { flagWords } from './words.ts';

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
        of={[
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
        of={unmatchedPayments}
        keyOf={({ transactionId }) => transactionId}
      >
        {(unmatched) => (
          <Row title={sumOf(unmatched)}>
            <Facts of={[unmatched.reason, at(unmatched.seenAt), mono(unmatched.transactionId)]} />
            <FlagNote>{UNMATCHED_WORDS[unmatched.state]}</FlagNote>
          </Row>
        )}
      </List>
      {episode && (
        <Part title="Episode">
          <Details
            of={[
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
      <List title="Emails" of={emails} keyOf={({ createdAt, kind }) => createdAt + kind}>
        {({ recipient, kind, sentAt, attempts, bounce }) => (
          <Row title={recipient}>
            <Facts
              of={[
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
          </Row>
        )}
      </List>
      <List title="Payment events" of={paymentEvents} keyOf={({ id }) => id}>
        {({ id, type, receivedAt, outcome }) => (
          <Row
            title={
              <Link href={`/admin?view=events&event=${id}`} className="underline">
                {type}
              </Link>
            }
          >
            <Facts of={[at(receivedAt), outcome ?? 'not handled yet']} />
          </Row>
        )}
      </List>
    </>
  );
}

type ListProps<Item> = {
  title: string;
  of: readonly Item[];
  keyOf: (item: Item) => Key;
  children: (item: Item) => ReactNode;
};

function List<Item>({ title, of, keyOf, children }: ListProps<Item>) {
  if (of.length === 0) return null;
  return (
    <Part title={title}>
      <ul>
        {of.map((item) => (
          <li key={keyOf(item)} className="border-t border-line first:border-t-0">
            {children(item)}
          </li>
        ))}
      </ul>
    </Part>
  );
}
