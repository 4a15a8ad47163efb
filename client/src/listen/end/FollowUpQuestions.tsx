import type { Listening } from '#shared/episode.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import { TopicLink } from '../../ui/TopicLink.tsx';

type FollowUpQuestionsProps = {
  episode: Listening['episode'];
  /** State of the history entry that a tap makes. */
  state?: object | undefined;
};

export function FollowUpQuestions({ episode, state }: FollowUpQuestionsProps) {
  const { followUps, choices, channel } = episode;
  return (
    <ul className="mt-1">
      {followUps.map((question) => (
        <li key={question} className="border-line not-first:border-t">
          <TopicLink
            href={followUpPath(question, choices, channel)}
            topic={question}
            state={state}
          />
        </li>
      ))}
    </ul>
  );
}
