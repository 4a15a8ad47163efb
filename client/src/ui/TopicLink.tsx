import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';

type TopicLinkProps = { href: string; topic: string; state?: unknown };

export function TopicLink({ href, topic, state }: TopicLinkProps) {
  return (
    <Link href={href} state={state} className="flex min-h-11 items-center gap-3 rounded-well py-2">
      <span dir="auto" className="min-w-0 grow [overflow-wrap:anywhere]">
        {topic}
      </span>
      <ArrowRight aria-hidden size={20} className="shrink-0 text-soft" />
    </Link>
  );
}
