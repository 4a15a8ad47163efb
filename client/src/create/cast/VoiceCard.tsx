import { ChevronDown, Pause, Play } from 'lucide-react';
import { type Ref, useMemo } from 'react';
import type { Voice } from '#shared/voices.ts';
import { drawVoice, seedOf } from '#shared/wave.ts';
import type { Sound } from '../../player/engine/sound.ts';
import { classes } from '../../ui/classes.ts';
import { inTwoWords } from '../catalogue.ts';
import type { Mic } from './useCast.ts';

const sides = {
  1: {
    place:
      'left-0 rounded-[20px_calc(var(--mic)/2)_calc(var(--mic)/2)_20px] starting:-translate-x-8',
    text: 'left-0 items-start pl-4 text-left lg:pl-6',
    hear: 'left-0 pl-4 lg:pl-6',
    fill: 'bg-a-fill fill-a-fill-2',
  },
  2: {
    place:
      'right-0 rounded-[calc(var(--mic)/2)_20px_20px_calc(var(--mic)/2)] starting:translate-x-8',
    text: 'right-0 items-end pr-4 text-right lg:pr-6',
    hear: 'right-0 flex-row-reverse pr-4 lg:pr-6',
    fill: 'bg-b-fill fill-b-fill-2',
  },
} as const;

type VoiceCardProps = {
  mic: Mic;
  voice: Voice;
  sound: Sound;
  errorId: string | undefined;
  ref: Ref<HTMLButtonElement>;
  onChoose: () => void;
  onHear: () => void;
};

export function VoiceCard(props: VoiceCardProps) {
  const { mic, voice, sound, errorId, ref, onChoose, onHear } = props;
  const side = sides[mic];
  const soundState = sound.src === voice.sampleAudioUrl ? sound.state : 'idle';
  const on = soundState === 'playing' || soundState === 'loading';
  const Icon = on ? Pause : Play;
  return (
    <div
      key={voice.id}
      className={classes(
        'absolute top-0 h-full w-[calc(50%+var(--mic)*24/172)] overflow-hidden transition-transform duration-[260ms] starting:opacity-0',
        'text-on-fill',
        side.place,
        side.fill,
        errorId && 'outline-2 -outline-offset-2 outline-err',
      )}
    >
      <VoiceWave voice={voice} />
      <button
        ref={ref}
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
        <VoiceName voice={voice} />
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

function VoiceName({ voice }: { voice: Voice }) {
  const { length } = voice.name;
  return (
    <>
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
    </>
  );
}

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
      className="absolute inset-x-0 top-5 h-[calc(100%-40px)] w-full"
    >
      <path d={path} />
    </svg>
  );
}
