import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { TopicLink } from '../../ui/TopicLink.tsx';

export function NoEpisodes() {
  return (
    /* As many as fit the screen with the demo. */
    <ul
      aria-label="Example topics"
      className="mt-4 mb-9 border-b border-line max-sm:[&>:nth-child(n+4)]:hidden"
    >
      {EXAMPLE_TOPICS.slice(0, 5).map((topic) => (
        <li key={topic} className="border-t border-line">
          <TopicLink href={`/create?topic=${encodeURIComponent(topic)}`} topic={topic} />
        </li>
      ))}
    </ul>
  );
}
