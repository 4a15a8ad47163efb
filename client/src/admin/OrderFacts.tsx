import { Link } from 'wouter';
import type { AdminOrderDetail, UnmatchedPayment } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { costOf, EpisodeFlags, qualityOf, readingOf } from './EpisodeDetails.tsx';
import { sumOf } from './format.ts';
import { AdminRow, Details, FlagNote, Moment, Part, RowsPart } from './parts.tsx';

const UNMATCHED_WORDS: Record<UnmatchedPayment['state'], string> = {
  kept: 'The money is still with us',
  'going back': 'On its way back',
  'given back': 'It went back',
  refused: 'Paddle refuses to refund it',
  'charged back': 'The buyer’s bank took it back',
};

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
      <RowsPart
        title="Payments that match nothing"
        rows={unmatchedPayments.map((unmatched) => (
          <AdminRow
            key={unmatched.transactionId}
            title={sumOf(unmatched)}
            facts={[unmatched.reason, at(unmatched.seenAt), mono(unmatched.transactionId)]}
          >
            <FlagNote>{UNMATCHED_WORDS[unmatched.state]}</FlagNote>
          </AdminRow>
        ))}
      />
      {episode && (
        <Part title="Episode">
          <Details
            items={[
              ['Status', episode.status === 'processing' ? episode.stage : episode.status],
              ['Provider failures', episode.attempts || null],
            ]}
          />
          <EpisodeFlags episode={episode} />
          <Details items={qualityOf(episode, true)} />
          <Details items={readingOf(episode)} />
          <Details items={costOf(episode, true)} />
          {episode.listenUrl && (
            <Link href={episode.listenUrl} className="inline-flex min-h-11 items-center underline">
              Listen
            </Link>
          )}
        </Part>
      )}
      <RowsPart
        title="Emails"
        rows={emails.map(({ recipient, kind, createdAt, sentAt, attempts, bounce }) => (
          <AdminRow
            key={createdAt + kind}
            title={recipient}
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
          >
            {bounce && <FlagNote>{bounce}</FlagNote>}
          </AdminRow>
        ))}
      />
      <RowsPart
        title="Payment events"
        rows={paymentEvents.map(({ id, type, receivedAt, outcome }) => (
          <AdminRow
            key={id}
            title={
              <Link href={`/admin?view=events&event=${id}`} className="underline">
                {type}
              </Link>
            }
            facts={[at(receivedAt), outcome ?? 'not handled yet']}
          />
        ))}
      />
    </>
  );
}
