import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Voice } from '#shared/voices.ts';
import { voicesQuery } from '../api/voices.ts';
import { QueryError } from '../shell/QueryError.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useSound } from '../ui/sound.ts';
import { useToast } from '../ui/Toast.tsx';
import { contrastingPair, contrastTo } from './catalogue.ts';
import type { OrderControl } from './form.ts';
import { type Mic, VoicePair } from './VoicePair.tsx';
import { VoicePicker } from './VoicePicker.tsx';

/** The two hosts, and the picker that chooses their voices. */
export function Hosts({ control }: { control: OrderControl }) {
  const catalogue = useQuery(voicesQuery);
  const one = useController({ control, name: 'voice1Id' });
  const two = useController({ control, name: 'voice2Id' });
  const at = { 1: one, 2: two };
  // Read before any early return: react-hook-form only reports state that was read, and the form may
  // be submitted before the voices have loaded.
  const errors = ([1, 2] as const).map((mic) => at[mic].fieldState.error?.message);
  const sound = useSound();
  const { toast } = useToast();
  const [choosing, setChoosing] = useState<Mic | null>(null);
  const id = useId();
  const keys = useRef<Partial<Record<Mic, HTMLButtonElement | null>>>({});
  const asked = useRef<Mic | null>(null);

  // A new voice mounts a new card: return the focus to its button.
  useEffect(() => {
    if (choosing === null && asked.current) keys.current[asked.current]?.focus();
    asked.current = choosing;
  }, [choosing]);

  const failed = sound.state === 'failed';
  useEffect(() => {
    if (failed) toast({ title: 'That sample won’t play right now', description: 'Try another.' });
  }, [failed, toast]);

  if (catalogue.error) return <QueryError title="The voices have not arrived" query={catalogue} />;
  if (!catalogue.data) return <Skeleton className="mb-9 h-[172px] rounded-[86px]" />;

  const { voices } = catalogue.data;
  if (voices.length < 2) {
    return (
      <ErrorState title="Our hosts are not in the studio yet" query={catalogue}>
        An episode takes two voices, and there are not two to choose from. Your draft is kept:
        please come back soon.
      </ErrorState>
    );
  }
  const voiceOn = (mic: Mic) => voices.find((voice) => voice.id === at[mic].field.value);
  const placeOf = (mic: Mic) => ({
    voice: voiceOn(mic),
    errorId: errors[mic - 1] && `${id}-${mic}`,
    ref(key: HTMLButtonElement | null) {
      keys.current[mic] = key;
      at[mic].field.ref(key);
    },
  });
  const put = (mic: Mic, voice: Voice) => at[mic].field.onChange(voice.id);

  function swapOrFill() {
    sound.stop();
    const [first, second] = [voiceOn(1), voiceOn(2)];
    if (first && second) {
      put(1, second);
      put(2, first);
    } else if (first) {
      fill(2, contrastTo(first, voices));
    } else if (second) {
      fill(1, contrastTo(second, voices));
    } else {
      const pair = contrastingPair(voices);
      fill(1, pair?.[0]);
      fill(2, pair?.[1]);
    }
  }
  const fill = (mic: Mic, voice: Voice | undefined) => voice && put(mic, voice);

  return (
    <>
      <VoicePair
        places={[placeOf(1), placeOf(2)]}
        sound={sound}
        onChoose={setChoosing}
        onSwapOrPick={swapOrFill}
      />
      {errors.map((message, place) => {
        const mic = place + 1;
        return (
          message && (
            <p
              key={mic}
              id={`${id}-${mic}`}
              className="flex items-start gap-2 font-semibold text-err"
            >
              <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
              {message}
            </p>
          )
        );
      })}
      {choosing && (
        <VoicePicker
          mic={choosing}
          voices={voices}
          current={voiceOn(choosing)}
          other={voiceOn(choosing === 1 ? 2 : 1)}
          sound={sound}
          onPut={(voice) => put(choosing, voice)}
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  );
}
