import { useId } from 'react';
import type { Listening } from '#shared/episode.ts';
import { Questions } from './Questions.tsx';

export function AskNext({ episode }: { episode: Listening['episode'] }) {
  const { followUps, voice1Name, voice2Name } = episode;
  const label = useId();
  if (followUps.length === 0) return null;
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="text-h3">
        Ask next
      </h2>
      <p className="text-meta text-soft">
        {voice1Name} and {voice2Name} are up for any of them.
      </p>
      <Questions episode={episode} />
    </section>
  );
}
