import { ArrowRightLeft, Check, Shuffle } from 'lucide-react';
import type { Ref } from 'react';
import { areNamesakes, areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import type { Sound } from '../../player/engine/sound.ts';
import { classes } from '../../ui/classes.ts';
import type { Pair } from './pairs.ts';
import type { Mic } from './useCast.ts';
import { VoiceCard } from './VoiceCard.tsx';

type VoicePairProps = {
  pair: Pair;
  errorIds: readonly [string | undefined, string | undefined];
  refs: readonly [Ref<HTMLButtonElement>, Ref<HTMLButtonElement>];
  sound: Sound;
  onChoose: (mic: Mic) => void;
  onHear: (sampleUrl: string) => void;
  onSwap: () => void;
  onShuffle: () => void;
};

const MICS = [1, 2] as const;

/** The height of the two Ds; their curves are derived from it. */
const HEIGHT = 'h-(--mic) [--mic:172px] lg:[--mic:232px]';

export function VoicePair(props: VoicePairProps) {
  const { pair, errorIds, refs, sound, onChoose, onHear, onSwap, onShuffle } = props;
  return (
    <div>
      <div className={classes('relative', HEIGHT)}>
        {MICS.map((mic) => {
          const voice = pair[(mic - 1) as 0 | 1];
          return (
            <VoiceCard
              key={`${mic} ${voice.id}`}
              mic={mic}
              voice={voice}
              sound={sound}
              errorId={errorIds[mic - 1]}
              ref={refs[mic - 1] ?? null}
              onChoose={() => onChoose(mic)}
              onHear={() => onHear(voice.sampleAudioUrl)}
            />
          );
        })}
        <SwapButton onPress={onSwap} />
      </div>
      <div className="mt-3 flex min-h-12 items-start gap-4">
        <Contrast pair={pair} />
        <button
          type="button"
          onClick={onShuffle}
          className="button flex min-h-11 shrink-0 items-center gap-2 rounded-chip px-4 font-bold"
        >
          <Shuffle aria-hidden size={18} strokeWidth={2.25} /> Shuffle
        </button>
      </div>
    </div>
  );
}

export function VoicePairSkeleton() {
  const mic = 'absolute top-0 h-full w-[calc(50%+var(--mic)*24/172)] bg-button';
  return (
    <div aria-hidden className="pb-15 opacity-60">
      <div className={classes('relative', HEIGHT)}>
        <div
          className={classes(
            mic,
            'left-0 rounded-[20px_calc(var(--mic)/2)_calc(var(--mic)/2)_20px]',
          )}
        />
        <div
          className={classes(
            mic,
            'right-0 rounded-[calc(var(--mic)/2)_20px_20px_calc(var(--mic)/2)]',
          )}
        />
      </div>
    </div>
  );
}

function Contrast({ pair: [one, two] }: { pair: Pair }) {
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

function SwapButton({ onPress }: { onPress: () => void }) {
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
