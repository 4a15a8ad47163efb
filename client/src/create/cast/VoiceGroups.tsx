import { type KeyboardEvent, useId, useState } from 'react';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import type { Sound } from '../../player/engine/sound.ts';
import type { Mic } from './useCast.ts';
import { VoiceRow } from './VoiceRow.tsx';
import type { VoiceGroup } from './voiceGroups.ts';

type VoiceGroupsProps = {
  groups: readonly VoiceGroup[];
  mic: Mic;
  current: Voice;
  other: Voice;
  picked: Voice;
  sound: Sound;
  onTap: (voice: Voice) => void;
};

export function VoiceGroups(props: VoiceGroupsProps) {
  const { groups, mic, current, other, picked, sound, onTap } = props;
  const id = useId();
  const [visited, setVisited] = useState(current.id);
  const all = groups.flatMap(({ voices }) => voices);
  const stop = (all.find((voice) => voice.id === visited) ?? all[0])?.id;
  const seatOf = (voice: Voice) =>
    voice.id === current.id ? 'here' : voice.id === other.id ? 'other' : undefined;
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
                voice={voice}
                mic={mic}
                seat={seatOf(voice)}
                closeTo={
                  voice.id !== other.id && areVoicesSimilar(voice, other) ? other : undefined
                }
                sound={sound}
                isPicked={voice.id === picked.id}
                onTap={() => onTap(voice)}
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
