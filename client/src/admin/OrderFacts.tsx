import { Link } from 'wouter';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { formatPrice } from '#shared/pricing.ts';
import { CostCard } from './CostCard.tsx';
import { Details, Part } from './Details.tsx';
import { FlagNote } from './FlagNote.tsx';
import { Moment } from './Moment.tsx';
import { QualityCard } from './QualityCard.tsx';
import { Facts, Row } from './Row.tsx';
import { FLAG_WORDS, STRAY_WORDS, sumOf } from './words.ts';

const at = (moment: string | null) => moment && <Moment at={moment} />;
const mono = (text: string | null) => text && <code className="text-meta">{text}</code>;

export function OrderFacts({ order }: { order: AdminOrderDetail }) {
  const { discountAmount, episode, emails, paymentEvents, strayPayments } = order;
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
            ? 'Paddle has not taken the refund yet. We keep asking.'
            : 'Paddle refuses this refund. Ask again, have the episode made, or give the money back another way.'}
        </FlagNote>
      )}
      <p dir="auto" className="my-3 text-lead [overflow-wrap:anywhere]">
        {order.topic || 'A deleted episode'}
      </p>
      <Details
        of={[
          ['Account', order.account ?? 'gone'],
          ['Letter goes to', order.email || 'nobody any more'],
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
      {strayPayments.length > 0 && (
        <Part title="Payments that pay for nothing">
          <ul>
            {strayPayments.map((stray) => (
              <li key={stray.transactionId} className="border-t border-line first:border-t-0">
                <Row title={sumOf(stray)}>
                  <Facts
                    of={[
                      stray.reason,
                      <Moment key="at" at={stray.seenAt} />,
                      mono(stray.transactionId),
                    ]}
                  />
                  <FlagNote>{STRAY_WORDS[stray.state]}</FlagNote>
                </Row>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {episode && (
        <Part title="Episode">
          <Details
            of={[
              ['Status', episode.status === 'processing' ? episode.stage : episode.status],
              ['Failures of providers', episode.attempts || null],
            ]}
          />
          {episode.failure && <FlagNote>{episode.failure}</FlagNote>}
          {episode.quality?.flags?.map((flag) => (
            <FlagNote key={flag}>{FLAG_WORDS[flag]}</FlagNote>
          ))}
          <QualityCard episode={episode} />
          <CostCard episode={episode} />
          {episode.listenUrl && (
            <Link href={episode.listenUrl} className="inline-flex min-h-11 items-center underline">
              Listen
            </Link>
          )}
        </Part>
      )}
      {emails.length > 0 && (
        <Part title="Letters">
          <ul>
            {emails.map((email) => (
              <li
                key={email.createdAt + email.kind}
                className="border-t border-line first:border-t-0"
              >
                <Row title={email.recipient}>
                  <Facts
                    of={[
                      email.kind,
                      email.sentAt ? (
                        <span key="sent">
                          sent <Moment at={email.sentAt} />
                        </span>
                      ) : (
                        `not sent yet, ${email.attempts} tries`
                      ),
                    ]}
                  />
                  {email.bounce && <FlagNote>{email.bounce}</FlagNote>}
                </Row>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {paymentEvents.length > 0 && (
        <Part title="Payment events">
          <ul>
            {paymentEvents.map((event) => (
              <li key={event.id} className="border-t border-line first:border-t-0">
                <Row
                  title={
                    <Link href={`/admin?view=events&event=${event.id}`} className="underline">
                      {event.type}
                    </Link>
                  }
                >
                  <Facts
                    of={[
                      <Moment key="at" at={event.receivedAt} />,
                      event.outcome ?? 'not handled yet',
                    ]}
                  />
                </Row>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </>
  );
}
