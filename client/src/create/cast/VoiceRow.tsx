import { Pause, Play } from 'lucide-react';
import { areNamesakes } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import type { Sound } from '../../player/engine/sound.ts';
import { Voiceprint } from '../../player/engine/Voiceprint.tsx';
import { classes } from '../../ui/classes.ts';
import { inTwoWords } from '../catalogue.ts';
import type { Mic } from './useCast.ts';

type VoiceRowProps = {
  voice: Voice;
  mic: Mic;
  seat: 'here' | 'other' | undefined;
  closeTo: Voice | undefined;
  sound: Sound;
  isPicked: boolean;
  onTap: () => void;
  onFocus: () => void;
  /** The one row in the tab order: nobody wants to tab past 66 voices. */
  isStop: boolean;
};

export function VoiceRow(props: VoiceRowProps) {
  const { voice, mic, seat, closeTo, sound, isPicked, onTap, onFocus, isStop } = props;
  const isOwnSample = sound.src === voice.sampleAudioUrl;
  const on = isOwnSample && (sound.state === 'playing' || sound.state === 'loading');
  const otherMic = mic === 1 ? 2 : 1;
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
        onClick={onTap}
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
          {seat && (
            <Note mic={seat === 'here' ? mic : otherMic}>
              On mic {seat === 'here' ? mic : otherMic}
            </Note>
          )}
          {closeTo && (
            <Note mic={otherMic}>
              {areNamesakes(voice, closeTo) ? 'Same name as' : 'Sounds close to'} {closeTo.name}
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
        <PlaySign on={on} />
      </button>
    </li>
  );
}

function PlaySign({ on }: { on: boolean }) {
  const Icon = on ? Pause : Play;
  return (
    <span
      aria-hidden
      className={classes(
        'button grid size-11 shrink-0 place-items-center rounded-full',
        on && 'button-main',
      )}
    >
      <Icon size={16} fill="currentColor" className={on ? '' : 'ml-0.5'} />
    </span>
  );
}

function Note({ mic, children }: { mic: Mic; children: React.ReactNode }) {
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
