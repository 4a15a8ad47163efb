import type { Order } from '#shared/order.ts';
import { formatPrice } from '#shared/pricing.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyEpisode } from '../ui/EmptyEpisode.tsx';
import { Page } from '../ui/Page.tsx';
import { OrderCard } from './OrderCard.tsx';

export function GoneOrder({ order }: { order: Order }) {
  const sells = useSales();
  if (!sells) return <NotBegun order={order} />;
  const expired = order.status === 'expired';
  return (
    <Page title={expired ? 'Order expired' : 'Order refunded'}>
      <h1 className="mt-2 mb-3">{expired ? 'This order has expired' : moneyTitle(order)}</h1>
      <p className="mb-5 text-lead text-soft">
        {expired
          ? 'We hold an order for an hour. Nothing was charged, and everything you chose is still here.'
          : moneyLine(order)}
      </p>
      <OrderCard order={order} />
      <Button kind="main" wide href={reorderPath(order, { unused: order })} className="mt-7">
        Order again
      </Button>
    </Page>
  );
}

/** A house begins an order at once, unless the server stopped in between. */
function NotBegun({ order }: { order: Order }) {
  return (
    <Page title="This one wasn’t started">
      <h1 className="mt-2 mb-3">This one wasn’t started</h1>
      <p className="mb-5 text-lead text-soft">
        The studio was interrupted. Everything you chose is still here, and so are your minutes.
      </p>
      <OrderCard order={order} />
      <Button kind="main" wide href={reorderPath(order, { unused: order })} className="mt-7">
        Make it again
      </Button>
    </Page>
  );
}

function moneyTitle({ status }: Order): string {
  return status === 'refunded' ? 'Your money is back' : 'Your money is on its way back';
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
