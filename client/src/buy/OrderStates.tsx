import { Link } from 'wouter';
import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { useConfig } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { Wave } from '../player/engine/Wave.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { Page } from '../ui/Page.tsx';
import { Title } from '../ui/Title.tsx';

export function GoneOrder({ order }: { order: Order }) {
  const sells = useSales();
  const { title, heading, lead } = sells ? whyGone(order) : NOT_BEGUN;
  return (
    <Page title={title}>
      <h1 className="mt-2 mb-3">{heading}</h1>
      <p className="mb-5 text-lead text-soft">{lead}</p>
      <OrderCard order={order} />
      <Button kind="main" wide href={reorderPath(order, { unused: order })} className="mt-7">
        {sells ? 'Order again' : 'Make it again'}
      </Button>
    </Page>
  );
}

/** A house begins an order at once, unless the server stopped in between. */
const NOT_BEGUN = {
  title: 'This one wasn’t started',
  heading: 'This one wasn’t started',
  lead: 'The studio was interrupted. Everything you chose is still here, and so are your minutes.',
};

function whyGone(order: Order) {
  if (order.status === 'expired') {
    return {
      title: 'Order expired',
      heading: 'This order has expired',
      lead: 'We hold an order for an hour. Nothing was charged, and everything you chose is still here.',
    };
  }
  const heading =
    order.status === 'refunded' ? 'Your money is back' : 'Your money is on its way back';
  return { title: 'Order refunded', heading, lead: moneyLine(order) };
}

export function moneyLine({ status, total, isBonus }: Order): string {
  if (isBonus) return 'Your free episode is yours again.';
  if (total === 0) return 'Nothing was charged.';
  const amount = formatPrice(total);
  if (status === 'refunded') return `${amount} went back to the card you paid with.`;
  return `${amount} goes back by itself to the card you paid with. You don’t have to do anything.`;
}

/** A buyer who comes from a payment is told about that first, and is offered nothing to buy. */
export function NoSuchOrder({ afterPayment = false }: { afterPayment?: boolean }) {
  const sells = useSales();
  const thing = sells ? 'order' : 'episode';
  return (
    <Page title={thing === 'order' ? 'Order not found' : 'Episode not found'} className="pt-2">
      <EmptyEpisode />
      <h1 className="mt-7 mb-3">We can’t find that {thing}</h1>
      <p className="mb-7 text-lead text-soft">
        {sells && afterPayment && (
          <span className="mb-2 block text-ink">
            If you’ve just paid, nothing is lost: your order is on your dashboard, and the episode
            comes by email.
          </span>
        )}
        The link may be incomplete, or the {thing} belongs to another account.
      </p>
      <div className="grid gap-4 whitespace-nowrap sm:flex sm:flex-wrap">
        <Button kind="main" href="/dashboard">
          Go to your dashboard
        </Button>
        {!afterPayment && <Button href="/create">Create an episode</Button>}
        <Button kind={afterPayment ? 'plain' : 'quiet'} href="/contact">
          Write to us
        </Button>
      </div>
    </Page>
  );
}

const AS: Record<string, string> = {
  Conversation: 'a conversation',
  Interview: 'an interview',
  Debate: 'a debate',
  Storytelling: 'told as a story',
  'Explain it simply': 'explained simply',
};

export function OrderCard({ order }: { order: Order }) {
  return (
    <section
      aria-label="Your episode"
      className="overflow-hidden rounded-card bg-panel shadow-lift"
    >
      <div className="grille border-b border-line bg-well py-2">
        <Wave seed={order.id} height={56} played={0} />
      </div>
      <div className="px-5 pt-4 pb-2">
        <Title as="h2" text={order.topic} className="line-clamp-6 lg:text-h2" />
        <p className="mt-2 text-soft">
          <strong className="text-a">{order.voice1Name}</strong> and{' '}
          <strong className="text-b">{order.voice2Name}</strong>. {order.duration} minutes,{' '}
          {order.tone.toLowerCase()} tone, {AS[order.style] ?? order.style}
          {order.stings ? '' : ', no sounds between chapters'}.
        </p>
        {order.hasPreview && <p className="mt-2 text-soft">It starts with what you heard.</p>}
        <Sources order={order} />
        {order.status === 'open' && (
          <Link
            href={reorderPath(order, { unused: order })}
            className="mt-1 inline-flex min-h-11 items-center font-bold underline decoration-[1.5px] underline-offset-[5px]"
          >
            Change something
          </Link>
        )}
      </div>
    </section>
  );
}

function Sources({ order: { sources, onlyTheseSources } }: { order: Order }) {
  const looksNothingUp = useConfig()?.research === false;
  if (sources.length === 0 && onlyTheseSources) {
    return (
      <p className="mt-2 font-semibold">
        This episode was to rest only on what you added, and we no longer have that. Add it again
        and we can make it.
      </p>
    );
  }
  if (sources.length === 0) return null;
  return (
    <div className="mt-2 text-meta text-soft">
      <p>
        {onlyTheseSources || looksNothingUp
          ? 'Rests on these alone:'
          : 'Rests on these and the web:'}
      </p>
      <ul aria-label="Your sources">
        {sources.map(({ id, title }) => (
          <li key={id} dir="auto" className="truncate">
            {title}
          </li>
        ))}
      </ul>
    </div>
  );
}
