import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';

/** What a shelf without episodes offers: topics to start from. */
export function NoEpisodes() {
  return (
    /* As many as fit the screen with the demo. */
    <ul
      aria-label="Example topics"
      className="mt-4 mb-9 border-b border-line max-sm:[&>:nth-child(n+4)]:hidden"
    >
      {EXAMPLE_TOPICS.slice(0, 5).map((topic) => (
        <li key={topic} className="border-t border-line">
          <Link
            href={`/create?topic=${encodeURIComponent(topic)}`}
            className="flex min-h-11 items-center gap-3 rounded-well py-2"
          >
            <span className="min-w-0 grow">{topic}</span>
            <ArrowRight aria-hidden size={20} className="shrink-0 text-soft" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
