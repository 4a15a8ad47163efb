import { Pause, Play } from 'lucide-react';
import type { Voice } from '#shared/voices.ts';
import { classes } from '../../ui/classes.ts';
import { SpeakerMark } from '../../ui/SpeakerMark.tsx';
import type { Sound } from '../../ui/sound.ts';
import { Voiceprint } from '../../ui/Voiceprint.tsx';
import { inTwoWords } from '../catalogue.ts';
import type { Mic } from './useCast.ts';

type VoiceRowProps = {
  voice: Voice;
  mic: Mic;
  /** Whether the voice is on this mic already, or on the other. */
  seat: 'here' | 'other' | undefined;
  /** The other host, when the two would be hard to tell apart. */
  closeTo: Voice | undefined;
  sound: Sound;
  onHear: () => void;
  onPut: () => void;
  onFocus: () => void;
  /** The one row in the tab order: nobody wants to tab past 66 voices. */
  isStop: boolean;
};

/** A tap on the row plays the voice, its key puts it on the mic. */
export function VoiceRow(props: VoiceRowProps) {
  const { voice, mic, seat, closeTo, sound, onHear, onPut, onFocus, isStop } = props;
  const isHeard = sound.src === voice.sampleAudioUrl;
  const on = isHeard && (sound.state === 'playing' || sound.state === 'loading');
  const otherMic = mic === 1 ? 2 : 1;
  const tabIndex = isStop ? 0 : -1;
  return (
    <li
      onFocus={onFocus}
      className={classes(
        'flex items-center gap-2.5 px-3 [contain-intrinsic-size:auto_76px] [content-visibility:auto]',
        on ? 'rounded-card bg-button' : 'shadow-[inset_0_-1px_0_var(--line)]',
      )}
    >
      <button
        type="button"
        onClick={onHear}
        tabIndex={tabIndex}
        aria-busy={(isHeard && sound.state === 'loading') || undefined}
        className="-mx-1.5 flex min-h-19 min-w-0 grow items-center gap-2.5 rounded-well px-1.5 py-2 text-left outline-offset-[-3px]"
      >
        <PlaySign on={on} />
        <span className="min-w-0 grow">
          <span className="block font-display text-h3">{voice.name}</span>
          <span className="block text-meta text-soft">{inTwoWords(voice)}</span>
          {seat && (
            <Note mic={seat === 'here' ? mic : otherMic}>
              On mic {seat === 'here' ? mic : otherMic}
            </Note>
          )}
          {closeTo && <Note mic={otherMic}>Sounds close to {closeTo.name}</Note>}
        </span>
        <Voiceprint
          id={voice.id}
          low={voice.gender === 'Male'}
          side={mic === 1 ? 'A' : 'B'}
          played={isHeard ? sound.played : 0}
          className="shrink-0 max-[359px]:hidden"
        />
      </button>
      {seat === 'other' ? (
        <span className="w-19 shrink-0" />
      ) : (
        <button
          type="button"
          onClick={onPut}
          tabIndex={tabIndex}
          aria-label={`${seat ? 'Keep' : 'Choose'} ${voice.name} for mic ${mic}`}
          // Lit for whoever was heard last: that tap was the question, this one is the answer.
          className={classes(
            'button min-h-11 w-19 shrink-0 rounded-chip font-bold',
            isHeard && 'button-main',
          )}
        >
          {seat ? 'Keep' : 'Choose'}
        </button>
      )}
    </li>
  );
}

function PlaySign({ on }: { on: boolean }) {
  const Icon = on ? Pause : Play;
  return (
    <span
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-full',
        on ? 'bg-ink text-ground' : 'border-[1.5px] border-rim',
      )}
    >
      <Icon aria-hidden size={14} fill="currentColor" className={on ? '' : 'ml-0.5'} />
      <span className="sr-only">{on ? 'Pause' : 'Play'}</span>
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
