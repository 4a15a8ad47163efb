import { Link } from 'wouter';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { DemoRow } from './DemoRow.tsx';

/** What a shelf without episodes offers: topics to start from, and one to hear. */
export function NoEpisodes() {
  return (
    <>
      <p className="mt-2 mb-4 max-w-[26ch] font-display text-h3">
        Nothing on the shelf yet. What’s been on your mind?
      </p>
      {/* On phones as many as fit the screen with the demo. */}
      <ul
        aria-label="Example topics"
        className="mb-5 flex flex-wrap gap-2 max-sm:[&>:nth-child(n+4)]:hidden"
      >
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
      <DemoRow title="Or hear one first" />
    </>
  );
}
