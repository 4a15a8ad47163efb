import { ArrowRightLeft, Check, ChevronDown, Pause, Play, Shuffle } from 'lucide-react';
import { type Ref, useMemo } from 'react';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { classes } from '../ui/classes.ts';
import { SpeakerMark } from '../ui/SpeakerMark.tsx';
import type { Sound } from '../ui/sound.ts';
import { drawVoice, seedOf } from '../ui/wave.ts';
import { inTwoWords } from './catalogue.ts';

export type Mic = 1 | 2;

type Place = {
  voice: Voice | undefined;
  /** The id of what is wrong with the voice, when something is. */
  errorId: string | undefined;
  ref: Ref<HTMLButtonElement>;
};

type VoicePairProps = {
  places: readonly [Place, Place];
  sound: Sound & { toggle: (src: string) => void };
  onChoose: (mic: Mic) => void;
  /** Swaps the two, or fills the empty places when there is one. */
  onSwapOrPick: () => void;
};

/** The two voices side by side; the button where they overlap swaps them. */
export function VoicePair({ places, sound, onChoose, onSwapOrPick }: VoicePairProps) {
  const [{ voice: one }, { voice: two }] = places;
  return (
    <div>
      <div className="relative h-[172px]">
        <VoiceCard mic={1} {...places[0]} sound={sound} onChoose={onChoose} />
        <VoiceCard mic={2} {...places[1]} sound={sound} onChoose={onChoose} />
        <SwapButton full={Boolean(one && two)} onPress={onSwapOrPick} />
      </div>
      <p className="mt-3 min-h-6 text-meta" role="status">
        {one && two ? (
          <Contrast one={one} two={two} />
        ) : (
          <span className="text-soft">Tap a mic to choose, or let the middle key pick.</span>
        )}
      </p>
    </div>
  );
}

/** Whether a listener will tell the two apart. */
function Contrast({ one, two }: { one: Voice; two: Voice }) {
  if (!areVoicesSimilar(one, two)) {
    return (
      <span className="flex items-center gap-2 text-soft">
        <Check aria-hidden size={18} /> Easy to tell apart
      </span>
    );
  }
  return (
    <span className="flex items-start gap-2">
      <SpeakerMark side="A" className="mt-1" />
      <span>Sounds close to {one.name}. Two different voices are easier to follow.</span>
    </span>
  );
}

const sides = {
  1: {
    place: 'left-0 rounded-[20px_86px_86px_20px] starting:-translate-x-8',
    text: 'left-0 items-start pl-4 text-left',
    hear: 'left-0 pl-4',
    fill: 'bg-a-fill fill-a-fill-2',
  },
  2: {
    place: 'right-0 rounded-[86px_20px_20px_86px] starting:translate-x-8',
    text: 'right-0 items-end pr-4 text-right',
    hear: 'right-0 flex-row-reverse pr-4',
    fill: 'bg-b-fill fill-b-fill-2',
  },
} as const;

type VoiceCardProps = Place & Pick<VoicePairProps, 'sound' | 'onChoose'> & { mic: Mic };

function VoiceCard({ mic, voice, sound, onChoose, errorId, ref }: VoiceCardProps) {
  const side = sides[mic];
  const heard = voice && sound.src === voice.sampleAudioUrl ? sound.state : 'idle';
  const on = heard === 'playing' || heard === 'loading';
  const Icon = on ? Pause : Play;
  return (
    <div
      key={voice?.id ?? 'nobody'}
      className={classes(
        'absolute top-0 h-full w-[calc(50%+24px)] overflow-hidden transition-transform duration-[260ms] starting:opacity-0',
        side.place,
        voice ? `text-on-fill ${side.fill}` : 'border-2 border-dashed border-rim bg-button',
        errorId && 'outline-2 -outline-offset-2 outline-err',
      )}
    >
      {voice && <VoiceWave voice={voice} />}
      <button
        ref={ref}
        type="button"
        onClick={() => onChoose(mic)}
        aria-label={
          voice ? `Mic ${mic}: ${voice.name}. Change the voice` : `Mic ${mic}: choose a voice`
        }
        aria-describedby={errorId}
        className="absolute inset-0 rounded-[inherit] outline-offset-[-6px] focus-visible:outline-current"
      />
      <div
        className={classes(
          'pointer-events-none absolute top-4 flex w-[calc(100%-44px)] flex-col',
          side.text,
        )}
      >
        <span className="text-meta leading-tight font-semibold">Mic {mic}</span>
        {voice ? (
          <NameOf voice={voice} />
        ) : (
          <span className="mt-1 font-display text-h3 text-balance">Choose a voice</span>
        )}
      </div>
      {voice && (
        <button
          type="button"
          onClick={() => sound.toggle(voice.sampleAudioUrl)}
          aria-label={`${on ? 'Pause' : 'Hear'} ${voice.name}`}
          className={classes(
            'absolute bottom-2 flex h-11 items-center gap-2.5 rounded-well px-4 font-bold outline-offset-[-2px] focus-visible:outline-current',
            side.hear,
          )}
        >
          <Icon aria-hidden size={18} fill="currentColor" /> {on ? 'Pause' : 'Hear'}
        </button>
      )}
    </div>
  );
}

function NameOf({ voice }: { voice: Voice }) {
  const { length } = voice.name;
  return (
    <>
      <span
        className={classes(
          'flex max-w-full items-center gap-1.5 font-display',
          length > 7
            ? 'text-[clamp(1.125rem,5.4vw,1.3125rem)] leading-[1.1]'
            : length > 5
              ? 'text-[clamp(1.25rem,6.2vw,1.5625rem)] leading-[1.15]'
              : 'text-[clamp(1.375rem,7.2vw,1.8125rem)] leading-[1.15]',
        )}
      >
        <span className="min-w-0 [overflow-wrap:anywhere]">{voice.name}</span>
        {length <= 9 && (
          <ChevronDown
            aria-hidden
            size={18}
            strokeWidth={2.5}
            className="mt-1 shrink-0 max-[340px]:hidden"
          />
        )}
      </span>
      <span className="text-meta leading-tight">{inTwoWords(voice)}</span>
    </>
  );
}

/** The voice's waveform as the background of its card. */
function VoiceWave({ voice }: { voice: Voice }) {
  const path = useMemo(
    () =>
      drawVoice({
        seed: seedOf(voice.id),
        width: 200,
        height: 132,
        hump: voice.gender === 'Male' ? 26 : 15,
      }),
    [voice.id, voice.gender],
  );
  return (
    <svg
      aria-hidden
      viewBox="0 0 200 132"
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-5 h-[132px] w-full"
    >
      <path d={path} />
    </svg>
  );
}

/** What two circles of radius 86 leave between them when they overlap by 48. */
const LENS_SHAPE = 'M24 26.4a86 86 0 0 1 0 119.2a86 86 0 0 1 0-119.2Z';

function SwapButton({ full, onPress }: { full: boolean; onPress: () => void }) {
  const Icon = full ? ArrowRightLeft : Shuffle;
  return (
    <div className="absolute inset-y-0 left-1/2 w-12 -translate-x-1/2">
      <svg
        key={String(full)}
        aria-hidden
        viewBox="0 0 48 172"
        className="size-full transition-opacity delay-[260ms] duration-[120ms] starting:opacity-0"
      >
        <path
          d={LENS_SHAPE}
          className={full ? 'fill-lens' : 'fill-panel stroke-rim'}
          strokeWidth={full ? 0 : 2}
        />
      </svg>
      <button
        type="button"
        onClick={onPress}
        aria-label={full ? 'Swap the voices' : 'Pick voices for me'}
        className={classes(
          'absolute inset-x-0 top-11 grid h-[84px] place-items-center rounded-full outline-offset-[-4px]',
          full && 'text-on-fill focus-visible:outline-on-fill',
        )}
      >
        <Icon aria-hidden size={22} strokeWidth={2.25} />
      </button>
    </div>
  );
}
