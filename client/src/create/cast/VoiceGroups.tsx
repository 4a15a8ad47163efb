import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { areNamesakes, areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import type { Sound } from '../../player/engine/sound.ts';
import { Voiceprint } from '../../player/engine/Voiceprint.tsx';
import { classes } from '../../ui/classes.ts';
import type { Mic } from './useCast.ts';
import { inTwoWords } from './VoiceCard.tsx';

/** `title` is null for search results. */
type VoiceGroup = { title: string | null; voices: readonly Voice[] };

/** A voice belongs to the first kind that has one of its tags. */
const KINDS: readonly [title: string, tags: readonly string[]][] = [
  ['Characters', ['character']],
  ['Deep', ['deep', 'resonant', 'rich']],
  ['Warm and friendly', ['warm', 'friendly', 'pleasant', 'comforting', 'tender']],
  ['Young', ['youthful', 'young']],
  ['Calm and soft', ['calm', 'soft', 'gentle', 'meditative', 'late-night', 'measured']],
  ['Lively', ['bright', 'upbeat', 'playful', 'excited', 'energetic', 'lively']],
  ['From the newsroom', ['news', 'authoritative']],
];
/** Characters are taken out first, but few look for one. */
const SHOWN_LAST = 'Characters';

const FEWEST = 3;
const MOST_PARTNERS = 6;

/** In order: `partners`, kinds with at least three voices, the rest of `voices` (A to Z). */
export function groupVoices(
  voices: readonly Voice[],
  other: Voice,
  partners: readonly Voice[],
): VoiceGroup[] {
  const left = new Set(voices);
  const take = (title: string, taken: readonly Voice[]): VoiceGroup => {
    for (const voice of taken) left.delete(voice);
    return { title, voices: taken };
  };
  const first = take(`Goes well with ${other.name}`, partners.slice(0, MOST_PARTNERS));
  const kinds = KINDS.flatMap(([title, tags]) => {
    const fitting = [...left].filter((voice) => hasOneOf(voice, tags));
    return fitting.length < FEWEST ? [] : [take(title, fitting)];
  });
  const isLast = ({ title }: VoiceGroup) => title === SHOWN_LAST;
  const inOrder = [first, ...kinds.filter((kind) => !isLast(kind)), ...kinds.filter(isLast)];
  const rest = { title: 'Everyone else, A to Z', voices: [...left] };
  return [...inOrder, rest].filter((group) => group.voices.length > 0);
}

const hasOneOf = (voice: Voice, tags: readonly string[]) =>
  voice.tags.some((tag) => tags.includes(tag.toLowerCase()));

type SharedProps = {
  mic: Mic;
  current: Voice;
  other: Voice;
  picked: Voice;
  sound: Sound;
  onTap: (voice: Voice) => void;
};

type VoiceGroupsProps = SharedProps & { groups: readonly VoiceGroup[] };

export function VoiceGroups({ groups, ...shared }: VoiceGroupsProps) {
  const id = useId();
  const [visited, setVisited] = useState(shared.current.id);
  const all = groups.flatMap(({ voices }) => voices);
  const stop = (all.find((voice) => voice.id === visited) ?? all[0])?.id;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between the buttons in it
    <div onKeyDown={moveByArrows}>
      {groups.map(({ title, voices }, at) => (
        <section key={title} aria-labelledby={title ? `${id}${at}` : undefined} className="mt-5">
          {title && (
            <h3 id={`${id}${at}`} className="font-sans text-body font-bold">
              {title}
            </h3>
          )}
          <ul className="-mx-3 mt-1.5">
            {voices.map((voice) => (
              <VoiceRow
                key={voice.id}
                {...shared}
                voice={voice}
                onFocus={() => setVisited(voice.id)}
                isStop={voice.id === stop}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const STEPS: Record<string, (at: number, end: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, end) => end,
};

function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = STEPS[event.key];
  if (!step || !(event.target instanceof HTMLButtonElement)) return;
  const rows = [...event.currentTarget.querySelectorAll('button')];
  const goal = rows[step(rows.indexOf(event.target), rows.length - 1)];
  if (!goal) return;
  event.preventDefault();
  goal.focus();
}

type VoiceRowProps = SharedProps & {
  voice: Voice;
  onFocus: () => void;
  /** The one row in the tab order: nobody wants to tab past 66 voices. */
  isStop: boolean;
};

function VoiceRow(props: VoiceRowProps) {
  const { voice, mic, current, other, picked, sound, onTap, onFocus, isStop } = props;
  const isPicked = voice.id === picked.id;
  const isOwnSample = sound.src === voice.sampleAudioUrl;
  const on = isOwnSample && (sound.state === 'playing' || sound.state === 'loading');
  const Icon = on ? Pause : Play;
  const otherMic = mic === 1 ? 2 : 1;
  const isOther = voice.id === other.id;
  const seat = voice.id === current.id ? mic : isOther ? otherMic : null;
  return (
    <li
      onFocus={onFocus}
      data-picked={isPicked || undefined}
      className={classes(
        '[contain-intrinsic-size:auto_76px] [content-visibility:auto]',
        isPicked
          ? 'rounded-card bg-button'
          : 'relative after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line has-[+[data-picked]]:after:hidden',
      )}
    >
      <button
        type="button"
        onClick={() => onTap(voice)}
        tabIndex={isStop ? 0 : -1}
        aria-current={isPicked || undefined}
        aria-busy={(isOwnSample && sound.state === 'loading') || undefined}
        className={classes(
          'flex min-h-19 w-full items-center gap-3 rounded-card px-3 py-2.5 text-left outline-offset-[-3px]',
          // Otherwise the play button would have the colour of its row.
          isPicked && '[--button:var(--panel)]',
        )}
      >
        <span className="sr-only">{on ? 'Pause' : 'Play'}</span>
        <span className="min-w-0 grow">
          <span className="block font-display text-h3">{voice.name}</span>
          <span className="block text-meta text-soft">{inTwoWords(voice)}</span>
          {seat && <Note mic={seat}>On mic {seat}</Note>}
          {!isOther && areVoicesSimilar(voice, other) && (
            <Note mic={otherMic}>
              {areNamesakes(voice, other) ? 'Same name as' : 'Sounds close to'} {other.name}
            </Note>
          )}
        </span>
        <Voiceprint
          id={voice.id}
          low={voice.gender === 'Male'}
          side={mic === 1 ? 'A' : 'B'}
          played={isOwnSample ? sound.played : 0}
          className="shrink-0 max-[359px]:hidden"
        />
        <span
          aria-hidden
          className={classes(
            'button grid size-11 shrink-0 place-items-center rounded-full',
            on && 'button-main',
          )}
        >
          <Icon size={16} fill="currentColor" className={on ? '' : 'ml-0.5'} />
        </span>
      </button>
    </li>
  );
}

function Note({ mic, children }: { mic: Mic; children: ReactNode }) {
  return (
    <span
      className={classes(
        'flex items-start gap-2 text-meta font-semibold',
        mic === 1 ? 'text-a' : 'text-b',
      )}
    >
      <SpeakerMark side={mic === 1 ? 'A' : 'B'} className="mt-1" /> {children}
    </span>
  );
}
