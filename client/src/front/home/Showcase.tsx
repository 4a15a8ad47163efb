import { useQuery } from '@tanstack/react-query';
import type { Voice } from '#shared/voices.ts';
import { QueryError } from '../../api/QueryError.tsx';
import { voicesQuery } from '../../api/voices.ts';
import { PlayButton } from '../../player/engine/PlayButton.tsx';
import { useSound } from '../../player/engine/sound.ts';
import { Voiceprint } from '../../player/engine/Voiceprint.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Section } from './Section.tsx';

type Part = {
  says: string;
  tags: readonly [string, string];
  gender: Voice['gender'];
  /** The catalogue id of the voice that it is written for. */
  preferred: string;
};

const PARTS: readonly Part[] = [
  {
    says: 'A deep mature American male voice',
    tags: ['Deep', 'Narrative'],
    gender: 'Male',
    preferred: 'nPczCjzI2devNBz1zQrb',
  },
  {
    says: 'A warm trustworthy American voice',
    tags: ['Calm', 'Commercial'],
    gender: 'Male',
    preferred: 'pqHfZKP75CvOlQylNhV4',
  },
  {
    says: 'A pleasant kind female voice',
    tags: ['Pleasant', 'Friendly'],
    gender: 'Female',
    preferred: 'XrExE9yKIg1WjnnlVkGX',
  },
];

type Shown = Pick<Voice, 'id' | 'name' | 'gender'> & { says: string; tags: string };

/** A voice that fits a part gets its words; otherwise the most similar one keeps its own. */
export function castShowcase(catalogue: readonly Voice[]): Shown[] {
  const cast: Shown[] = [];
  for (const part of PARTS) {
    const others = PARTS.filter((other) => other !== part).map(({ preferred }) => preferred);
    const taken = new Set([...others, ...cast.map(({ id }) => id)]);
    const [best] = catalogue
      .filter(({ id }) => !taken.has(id))
      .sort((one, other) => suitability(other, part) - suitability(one, part));
    if (!best) continue;
    const { id, name, gender, description, tags } = best;
    const words = fits(best, part) ? part : { says: description, tags: tags.slice(0, 2) };
    cast.push({ id, name, gender, says: words.says, tags: words.tags.join(', ') });
  }
  return cast;
}

const sharedTags = (voice: Voice, { tags }: Part) =>
  tags.filter((tag) => voice.tags.some((own) => own.toLowerCase() === tag.toLowerCase())).length;

const fits = (voice: Voice, part: Part): boolean =>
  voice.gender === part.gender &&
  sharedTags(voice, part) === part.tags.length &&
  (!/American/.test(part.says) || voice.accent === 'American');

const suitability = (voice: Voice, part: Part) =>
  (fits(voice, part) ? 100 : 0) +
  (voice.gender === part.gender ? 10 : 0) +
  sharedTags(voice, part) +
  (voice.id === part.preferred ? 0.5 : 0);

export function Showcase() {
  const query = useQuery(voicesQuery);
  return (
    <Section title="Hear who’s awake" className="pt-4 pb-7 lg:py-0">
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
