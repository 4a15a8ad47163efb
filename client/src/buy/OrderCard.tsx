import { Link } from 'wouter';
import type { Order } from '#shared/order.ts';
import { reorderPath } from '#shared/reorderLink.ts';
import { useConfig } from '../api/config.ts';
import { Wave } from '../player/engine/Wave.tsx';
import { Title } from '../ui/Title.tsx';

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
