import { Link } from 'wouter';
import type { AdminOrderDetail } from '#shared/admin.ts';
import { formatPrice } from '#shared/tariff.ts';
import { CostCard } from './CostCard.tsx';
import { Details, Part } from './Details.tsx';
import { Moment } from './Moment.tsx';
import { QualityCard } from './QualityCard.tsx';
import { Facts, Row } from './Row.tsx';
import { Trouble } from './Trouble.tsx';
import { FLAG_WORDS, STRAY_WORDS, sumOf } from './words.ts';

const at = (moment: string | null) => moment && <Moment at={moment} />;
const mono = (text: string | null) => text && <code className="text-meta">{text}</code>;

export function OrderFacts({ order }: { order: AdminOrderDetail }) {
  const { discountAmount, episode, letters, paymentEvents, strayPayments } = order;
  return (
    <>
      {order.flags.map(({ reason, at }) => (
        <Trouble key={reason}>
          {reason} (<Moment at={at} />)
        </Trouble>
      ))}
      {order.status === 'refund_pending' && !order.refundId && (
        <Trouble>
          {order.refundDueAt
            ? 'Paddle has not taken the refund yet. We keep asking.'
            : 'Paddle refuses this refund. Ask again, have the episode made, or give the money back another way.'}
        </Trouble>
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
                  <Trouble>{STRAY_WORDS[stray.state]}</Trouble>
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
          {episode.failure && <Trouble>{episode.failure}</Trouble>}
          {episode.quality?.flags?.map((flag) => (
            <Trouble key={flag}>{FLAG_WORDS[flag]}</Trouble>
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
      {letters.length > 0 && (
        <Part title="Letters">
          <ul>
            {letters.map((letter) => (
              <li
                key={letter.createdAt + letter.kind}
                className="border-t border-line first:border-t-0"
              >
                <Row title={letter.recipient}>
                  <Facts
                    of={[
                      letter.kind,
                      letter.sentAt ? (
                        <span key="sent">
                          sent <Moment at={letter.sentAt} />
                        </span>
                      ) : (
                        `not sent yet, ${letter.attempts} tries`
                      ),
                    ]}
                  />
                  {letter.bounce && <Trouble>{letter.bounce}</Trouble>}
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
