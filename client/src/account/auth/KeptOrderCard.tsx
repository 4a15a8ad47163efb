import { formatPrice } from '#shared/pricing.ts';
import type { KeptOrder } from '../../api/keptOrder.ts';
import { useSales } from '../../api/sales.ts';
import { Wave } from '../../player/engine/Wave.tsx';

/** Characters of a topic; with the rest of the line, two lines on a small phone. */
const LONGEST = 40;

export function KeptOrderCard({ order }: { order: KeptOrder }) {
  const sells = useSales();
  const { draftId, topic, duration, total } = order;
  return (
    <section
      aria-label={sells ? 'Your order' : 'Your episode'}
      className="mt-3 overflow-hidden lg:mt-6 rounded-card bg-panel shadow-lift"
    >
      <div className="grille bg-well py-1 shadow-pit [@media(max-height:700px)]:hidden">
        <Wave seed={draftId} height={20} />
      </div>
      <p className="px-4 py-2.5 text-meta [overflow-wrap:anywhere]">
        Kept for you: <bdi className="font-bold">{cut(topic)}</bdi>, {duration} min
        {sells && `, ${total === 0 ? 'free' : formatPrice(total)}`}
      </p>
    </section>
  );
}

function cut(topic: string): string {
  const letters = [...topic];
  if (letters.length <= LONGEST) return topic;
  const start = letters.slice(0, LONGEST).join('');
  return `${start.replace(/\s+\S*$/, '')}…`;
}
