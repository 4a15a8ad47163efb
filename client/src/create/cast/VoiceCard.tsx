import { ArrowRightLeft, Check, ChevronDown, Pause, Play } from 'lucide-react';
import type { Ref } from 'react';
import { areNamesakes, areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { drawVoice, seedOf } from '#shared/wave.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import type { Sound } from '../../player/engine/sound.ts';
import { classes } from '../../ui/classes.ts';
import type { Pair } from './pairs.ts';
import type { Mic } from './useCast.ts';

/** The height of the two Ds; their curves are derived from it. */
export const HEIGHT = 'relative h-(--mic) [--mic:172px] lg:[--mic:232px]';

/** One D of the two that overlap. */
const D = 'absolute top-0 h-full w-[calc(50%+var(--mic)*24/172)]';

const sides = {
  1: {
    shape: 'left-0 rounded-[20px_calc(var(--mic)/2)_calc(var(--mic)/2)_20px]',
    enters: 'starting:-translate-x-8',
    text: 'left-0 items-start pl-4 text-left lg:pl-6',
    hear: 'left-0 pl-4 lg:pl-6',
    fill: 'bg-a-fill fill-a-fill-2',
  },
  2: {
    shape: 'right-0 rounded-[calc(var(--mic)/2)_20px_20px_calc(var(--mic)/2)]',
    enters: 'starting:translate-x-8',
    text: 'right-0 items-end pr-4 text-right lg:pr-6',
    hear: 'right-0 flex-row-reverse pr-4 lg:pr-6',
    fill: 'bg-b-fill fill-b-fill-2',
  },
} as const;

type VoiceCardProps = {
  mic: Mic;
  voice: Voice;
  sound: Sound;
  buttonId: string;
  errorId: string | undefined;
  ref: Ref<HTMLButtonElement>;
  onChoose: () => void;
  onHear: () => void;
};

export function VoiceCard(props: VoiceCardProps) {
  const { mic, voice, sound, buttonId, errorId, ref, onChoose, onHear } = props;
  const side = sides[mic];
  const soundState = sound.src === voice.sampleAudioUrl ? sound.state : 'idle';
  const on = soundState === 'playing' || soundState === 'loading';
  const Icon = on ? Pause : Play;
  const { length } = voice.name;
  const wave = { seed: seedOf(voice.id), width: 200, height: 132 };
  return (
    <div
      className={classes(
        D,
        'overflow-hidden transition-transform duration-[260ms] starting:opacity-0 text-on-fill',
        side.shape,
        side.enters,
        side.fill,
        errorId && 'outline-2 -outline-offset-2 outline-err',
      )}
    >
      <svg
        aria-hidden
        viewBox="0 0 200 132"
        preserveAspectRatio="none"
        className="absolute inset-x-0 top-5 h-[calc(100%-40px)] w-full"
      >
        <path d={drawVoice({ ...wave, hump: voice.gender === 'Male' ? 26 : 15 })} />
      </svg>
      <button
        ref={ref}
        id={buttonId}
        type="button"
        onClick={onChoose}
        aria-label={`Mic ${mic}: ${voice.name}. Change the voice`}
        aria-describedby={errorId}
        className="absolute inset-0 rounded-[inherit] outline-offset-[-6px] focus-visible:outline-current"
      />
      <div
        className={classes(
          'pointer-events-none absolute top-4 flex w-[calc(100%-44px)] flex-col lg:top-5',
          side.text,
        )}
      >
        <span className="text-meta leading-tight font-semibold">Mic {mic}</span>
        <span
          className={classes(
            'flex max-w-full items-center gap-1.5 font-display lg:text-[2.25rem]',
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
        <span className="max-w-[calc(100%-1.125rem)] text-meta leading-tight lg:max-w-full">
          {inTwoWords(voice)}
        </span>
      </div>
      <button
        type="button"
        onClick={onHear}
        aria-label={`${on ? 'Pause' : 'Hear'} ${voice.name}`}
        className={classes(
          'absolute bottom-2 flex h-11 lg:bottom-3 items-center gap-2.5 rounded-well px-4 font-bold outline-offset-[-2px] focus-visible:outline-current',
          side.hear,
        )}
      >
        <Icon aria-hidden size={18} fill="currentColor" /> {on ? 'Pause' : 'Hear'}
      </button>
    </div>
  );
}

export function VoiceCardSkeletons() {
  return (
    <div aria-hidden className="pb-15 opacity-60">
      <div className={HEIGHT}>
        <div className={classes(D, 'bg-button', sides[1].shape)} />
        <div className={classes(D, 'bg-button', sides[2].shape)} />
      </div>
    </div>
  );
}

export function Contrast({ pair: [one, two] }: { pair: Pair }) {
  const isHard = areVoicesSimilar(one, two);
  return (
    <p
      role="status"
      className={classes(
        'flex min-h-11 grow gap-2 text-meta',
        isHard ? 'items-start' : 'items-center text-soft',
      )}
    >
      {isHard ? (
        <>
          <SpeakerMark side="A" className="mt-1" />
          <span>
            {areNamesakes(one, two)
              ? 'Both have the same name. Two names are easier to follow.'
              : `Sounds close to ${one.name}. Two different voices are easier to follow.`}
          </span>
        </>
      ) : (
        <>
          <Check aria-hidden size={18} /> Easy to tell apart
        </>
      )}
    </p>
  );
}

/** The overlap, 48 wide, of two circles of radius 86; it grows with the Ds. */
const LENS_SHAPE = 'M24 26.4a86 86 0 0 1 0 119.2a86 86 0 0 1 0-119.2Z';

export function SwapButton({ onPress }: { onPress: () => void }) {
  return (
    <div className="absolute inset-y-0 left-1/2 w-[calc(var(--mic)*48/172)] -translate-x-1/2">
      <svg
        aria-hidden
        viewBox="0 0 48 172"
        className="size-full transition-opacity delay-[260ms] duration-[120ms] starting:opacity-0"
      >
        <path d={LENS_SHAPE} className="fill-lens" />
      </svg>
      <button
        type="button"
        onClick={onPress}
        aria-label="Swap the voices"
        className="absolute inset-x-0 top-1/4 grid h-1/2 place-items-center rounded-full text-on-fill outline-offset-[-4px] focus-visible:outline-on-fill"
      >
        <ArrowRightLeft aria-hidden size={22} strokeWidth={2.25} />
      </button>
    </div>
  );
}

export function inTwoWords(voice: Voice): string {
  const [tag] = voice.tags;
  return tag ? `${capital(tag)}, ${voice.accent}` : voice.accent;
}

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
