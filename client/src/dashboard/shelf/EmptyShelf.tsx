import { Link } from 'wouter';
import { EXAMPLE_TOPICS } from '../../create/exampleTopics.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** What a shelf without episodes offers: topics to start from. */
export function EmptyShelf() {
  return (
    <EmptyState title="Nothing on the shelf yet. What’s been on your mind?">
      <ul aria-label="Example topics" className="flex flex-wrap gap-2">
        {EXAMPLE_TOPICS.map((topic) => (
          <li key={topic}>
            <Link
              href={`/create?topic=${encodeURIComponent(topic)}`}
              className="flex min-h-11 items-center rounded-chip border-[1.5px] border-rim px-4 text-meta font-semibold"
            >
              {topic}
            </Link>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}
