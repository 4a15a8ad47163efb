import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { followUpPath } from '#shared/reorderLink.ts';

/** What a listener may want to know next, each a subject for an episode of the same hosts. */
export function AskNext({ episode }: { episode: Listening['episode'] }) {
  const { followUps, choices, channel, voice1Name, voice2Name } = episode;
  const label = useId();
  if (followUps.length === 0) return null;
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="font-sans text-body font-bold">
        Ask next
      </h2>
      <p className="text-meta text-soft">
        {voice1Name} and {voice2Name} would take up any of them.
      </p>
      <ul className="mt-1">
        {followUps.map((question) => (
          <li key={question} className="border-line not-first:border-t">
            <Link
              href={followUpPath(question, choices, channel)}
              className="flex min-h-11 items-center gap-3 rounded-well py-2"
            >
              <span className="min-w-0 grow [overflow-wrap:anywhere]">{question}</span>
              <ArrowRight aria-hidden size={20} className="shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
