import type { Voice } from '#shared/voices.ts';
import { classes } from '../../ui/classes.ts';
import { PlayButton } from '../../ui/PlayButton.tsx';
import { SpeakerMark } from '../../ui/SpeakerMark.tsx';
import type { Sound } from '../../ui/sound.ts';
import { Voiceprint } from '../../ui/Voiceprint.tsx';
import { inTwoWords } from '../catalogue.ts';
import type { Mic } from './useCast.ts';

type VoiceRowProps = {
  voice: Voice;
  mic: Mic;
  chosen: boolean;
  onOtherMic: boolean;
  /** The other host, when the two would be hard to tell apart. */
  closeTo: Voice | undefined;
  sound: Sound & { toggle: (src: string) => void };
  onChoose: (voice: Voice) => void;
  /** The one row in the tab order: nobody wants to tab past 66 play buttons. */
  isStop: boolean;
  /** Enter on a voice puts it on the mic. */
  onEnter: () => void;
};

export function VoiceRow(props: VoiceRowProps) {
  const { voice, mic, chosen, onOtherMic, closeTo, sound, onChoose, isStop, onEnter } = props;
  const heard = sound.src === voice.sampleAudioUrl;
  const otherMic = mic === 1 ? 2 : 1;
  return (
    <li
      className={classes(
        'flex items-center gap-3 px-3 [contain-intrinsic-size:auto_76px] [content-visibility:auto]',
        chosen ? 'rounded-card bg-button' : 'shadow-[inset_0_-1px_0_var(--line)]',
      )}
    >
      <label
        className={classes(
          'flex min-h-19 grow items-center gap-3 rounded-well py-2 outline-offset-[-2px] has-focus-visible:outline-3 has-focus-visible:outline-ink',
          onOtherMic ? 'text-soft' : 'cursor-pointer',
        )}
      >
        <input
          type="radio"
          name="voice"
          checked={chosen}
          disabled={onOtherMic}
          onChange={() => onChoose(voice)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && chosen) onEnter();
          }}
          className="sr-only"
        />
        <span className="min-w-0 grow">
          <span className="block font-display text-h3">{voice.name}</span>
          <span className="block text-meta text-soft">{inTwoWords(voice)}</span>
          {onOtherMic && <Note mic={otherMic}>On mic {otherMic}</Note>}
          {closeTo && <Note mic={otherMic}>Sounds close to {closeTo.name}</Note>}
        </span>
        <Voiceprint
          id={voice.id}
          low={voice.gender === 'Male'}
          side={mic === 1 ? 'A' : 'B'}
          played={heard ? sound.played : 0}
          className="shrink-0 max-[340px]:hidden"
        />
      </label>
      <PlayButton
        name={voice.name}
        state={heard ? sound.state : 'idle'}
        onToggle={() => sound.toggle(voice.sampleAudioUrl)}
        tabIndex={isStop ? undefined : -1}
      />
    </li>
  );
}

function Note({ mic, children }: { mic: Mic; children: React.ReactNode }) {
  return (
    <span
      className={classes(
        'flex items-center gap-2 text-meta font-semibold',
        mic === 1 ? 'text-a' : 'text-b',
      )}
    >
      <SpeakerMark side={mic === 1 ? 'A' : 'B'} /> {children}
    </span>
  );
}
