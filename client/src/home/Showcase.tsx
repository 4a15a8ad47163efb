import { PlayKey } from '../ui/PlayKey.tsx';
import { useSound } from '../ui/sound.ts';
import { Voiceprint } from '../ui/Voiceprint.tsx';
import { useVoices } from '../voices.ts';
import { castShowcase } from './casting.ts';
import { Section } from './Section.tsx';

/** Three voices to hear before anything is asked of the visitor. */
export function Showcase() {
  const sound = useSound();
  const voices = castShowcase(useVoices().data?.voices);
  return (
    <Section title="Hear who’s awake" space="pt-4 pb-7 lg:py-0">
      {voices.length === 0 && (
        <p className="mt-5 text-lead text-soft lg:mt-7">
          Nobody yet: our hosts are on their way to the studio. Come back soon.
        </p>
      )}
      <ul className="mt-5 lg:mt-7">
        {voices.map(({ id, name, says, tags, low }) => {
          const src = `/api/voices/${id}/sample.mp3`;
          const here = sound.src === src;
          const failed = here && sound.state === 'failed';
          return (
            <li key={id} className="flex items-center gap-4 border-t border-line py-4">
              <div className="min-w-0 grow">
                <h3 className="lg:text-[1.5rem]">{name}</h3>
                <p className="mt-1 text-meta text-soft">{says}</p>
                <p className="text-meta text-soft" aria-live="polite">
                  {failed ? 'This sample is not to be had right now.' : tags}
                </p>
              </div>
              <Voiceprint
                id={id}
                low={low}
                played={here ? sound.played : 0}
                className="hidden shrink-0 min-[360px]:block"
              />
              <PlayKey
                name={name}
                state={here ? sound.state : 'idle'}
                onToggle={() => sound.toggle(src)}
              />
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
