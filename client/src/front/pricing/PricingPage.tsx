import { titles } from '#shared/pages.ts';
import { priceLine } from '#shared/pricing.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { StickyFooter } from '../../ui/StickyFooter.tsx';
import { Ticket } from '../../ui/Ticket.tsx';
import { Included } from './Included.tsx';
import { PriceList } from './PriceList.tsx';
import { PricingFaq } from './PricingFaq.tsx';

/** Must not import Zod, which stays out of this bundle. */
export default function PricingPage() {
  return (
    <Page title={titles['/pricing']} layout="content" className="max-lg:pb-0!">
      <h1 className="mt-2 mb-3 lg:mt-7 lg:text-display">You pay for minutes, once</h1>
      <p className="text-lead text-balance text-soft">{priceLine()}</p>
      <PriceList />
      <Ticket className="mt-7 lg:max-w-column">
        <p className="font-display text-h3">Buy one, and ten minutes are on us</p>
        <p className="text-meta">A free 10-minute bonus podcast after your first purchase.</p>
      </Ticket>
      <div className="mt-11 grid gap-x-22 gap-y-11 lg:mt-18 lg:grid-cols-[3fr_2fr]">
        <Included />
        <RefundPromise />
      </div>
      <PricingFaq />
      <StickyFooter beside>
        <Button kind="main" href="/create" className="w-full lg:w-auto lg:min-w-90">
          Create an episode
        </Button>
      </StickyFooter>
    </Page>
  );
}

function RefundPromise() {
  return (
    <section aria-labelledby="promise" className="self-start rounded-card bg-panel p-5 shadow-lift">
      <h2 id="promise">If we can’t make it, your money goes back by itself</h2>
      <p className="mt-3">
        In full, to the card you paid with. You don’t have to ask. We’ll email you when it happens.
      </p>
      <Button kind="quiet" href="/refund" className="mt-2 -ml-1">
        How refunds work
      </Button>
    </section>
  );
}
