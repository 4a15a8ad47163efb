import { ArrowRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { followUpPath } from '#shared/reorderLink.ts';

type QuestionsProps = {
  episode: Listening['episode'];
  /** Of the history entry that a tap makes. */
  state?: object | undefined;
};

/** What a listener may want to know next; a tap brings it to the form, with the same hosts. */
export function Questions({ episode, state }: QuestionsProps) {
  const { followUps, choices, channel } = episode;
  return (
    <ul className="mt-1">
      {followUps.map((question) => (
        <li key={question} className="border-line not-first:border-t">
          <Link
            href={followUpPath(question, choices, channel)}
            state={state}
            className="flex min-h-11 items-center gap-3 rounded-well py-2"
          >
            <span className="min-w-0 grow [overflow-wrap:anywhere]">{question}</span>
            <ArrowRight aria-hidden size={20} className="shrink-0 text-soft" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
