import { Button } from '../ui/Button.tsx';

export function RefundPromise() {
  return (
    <section aria-labelledby="promise" className="self-start rounded-card bg-panel p-5 shadow-lift">
      <h2 id="promise">If we can’t make it, your money goes back by itself</h2>
      <p className="mt-3">
        In full, to the card you paid with. You need to ask nobody. We write to you when it happens.
      </p>
      <Button kind="quiet" href="/refund" className="mt-2 -ml-1">
        How refunds work
      </Button>
    </section>
  );
}
