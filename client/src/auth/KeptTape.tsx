import { formatPrice } from '#shared/pricing.ts';
import type { KeptOrder } from '../keptOrder.ts';
import { Wave } from '../ui/Wave.tsx';

/** The order that goes on after the sign-in; a long topic is cut to one line. */
export function KeptTape({ order }: { order: KeptOrder }) {
  const { draftId, topic, duration, total } = order;
  return (
    <section
      aria-label="Your order"
      className="mt-3 overflow-hidden rounded-card bg-panel shadow-lift"
    >
      <div className="grille bg-well py-1 shadow-pit">
        <Wave seed={draftId} height={20} />
      </div>
      <p className="px-4 py-2">
        <span className="text-meta text-soft">Kept for you: </span>
        <span className="flex font-bold">
          <bdi className="min-w-0 truncate">{topic}</bdi>
          <span className="shrink-0 whitespace-pre">
            {`, ${duration} min, ${total === 0 ? 'free' : formatPrice(total)}`}
          </span>
        </span>
      </p>
    </section>
  );
}
