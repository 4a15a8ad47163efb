import { useQuery } from '@tanstack/react-query';
import { QueryError } from '../../api/QueryError.tsx';
import { voicesQuery } from '../../api/voices.ts';
import { PlayButton } from '../../player/engine/PlayButton.tsx';
import { useSound } from '../../player/engine/sound.ts';
import { Voiceprint } from '../../player/engine/Voiceprint.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { castShowcase, type Shown } from './casting.ts';
import { Section } from './Section.tsx';

export function Showcase() {
  const query = useQuery(voicesQuery);
  return (
    <Section title="Hear who’s awake" space="pt-4 pb-7 lg:py-0">
      <div className="mt-5 lg:mt-7">
        {query.data && <Cast voices={castShowcase(query.data.voices)} />}
        {query.isPending && <LoadingCast />}
        {query.isError && !query.data && (
          <QueryError title="We couldn’t fetch the voices" query={query} />
        )}
      </div>
    </Section>
  );
}

function Cast({ voices }: { voices: Shown[] }) {
  const sound = useSound();
  if (voices.length === 0) {
    return (
      <p className="text-lead text-soft">
        Nobody yet: our hosts are on their way to the studio. Come back soon.
      </p>
    );
  }
  return (
    <ul>
      {voices.map(({ id, name, says, tags, gender }) => {
        const src = `/api/voices/${id}/sample.mp3`;
        const here = sound.src === src;
        const failed = here && sound.state === 'failed';
        return (
          <li key={id} className="flex items-center gap-4 border-t border-line py-4">
            <div className="min-w-0 grow">
              <h3 className="lg:text-[1.5rem]">{name}</h3>
              <p className="mt-1 text-meta text-soft">{says}</p>
              <p className="text-meta text-soft" aria-live="polite">
                {failed ? 'This sample isn’t available right now.' : tags}
              </p>
            </div>
            <Voiceprint
              id={id}
              low={gender === 'Male'}
              played={here ? sound.played : 0}
              className="hidden shrink-0 min-[360px]:block"
            />
            <PlayButton
              name={name}
              state={here ? sound.state : 'idle'}
              onToggle={() => sound.toggle(src)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** As high as three voices, so that nothing below moves when they load. */
function LoadingCast() {
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3].map((voice) => (
        <div key={voice} className="border-t border-line py-4">
          <Skeleton className="h-22.5 lg:h-18.5" />
        </div>
      ))}
    </div>
  );
}
