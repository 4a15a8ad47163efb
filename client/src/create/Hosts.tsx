import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import type { Voice } from '#shared/voices.ts';
import { QueryError } from '../api/QueryError.tsx';
import { voicesQuery } from '../api/voices.ts';
import { useSound } from '../player/engine/sound.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useToast } from '../ui/Toast.tsx';
import { type Mic, useCast } from './cast/useCast.ts';
import { VoicePair, VoicePairSkeleton } from './cast/VoicePair.tsx';
import { VoicePicker } from './cast/VoicePicker.tsx';
import type { OrderForm } from './form.ts';

const NOBODY: readonly Voice[] = [];

type HostsProps = { form: UseFormReturn<OrderForm, unknown, OrderRequest>; draftId: string };

export function Hosts({ form, draftId }: HostsProps) {
  const catalogue = useQuery(voicesQuery);
  const voices = catalogue.data?.voices ?? NOBODY;
  const cast = useCast(form, voices, draftId);
  const sound = useSound();
  const { toast } = useToast();
  const [choosing, setChoosing] = useState<Mic | null>(null);
  const id = useId();
  const buttons = useRef<Partial<Record<Mic, HTMLButtonElement | null>>>({});
  const asked = useRef<Mic | null>(null);

  // A new voice mounts a new card, so the focus returns to its button.
  useEffect(() => {
    if (choosing === null && asked.current) buttons.current[asked.current]?.focus();
    asked.current = choosing;
  }, [choosing]);

  const failed = sound.state === 'failed';
  useEffect(() => {
    if (failed) toast({ title: 'That sample won’t play right now', description: 'Try another.' });
  }, [failed, toast]);

  const { pair, errors, refs, standIns } = cast;
  if (catalogue.error || (catalogue.data && voices.length < 2)) {
    return (
      // Without mics, the errors of the voice fields focus this.
      <div ref={refs[0]} tabIndex={-1} className="outline-none">
        {catalogue.error ? (
          <QueryError title="We couldn’t load the voices" query={catalogue} />
        ) : (
          <ErrorState title="Our hosts aren’t in the studio yet" query={catalogue}>
            An episode needs two voices, and right now there aren’t two to choose from. Your draft
            is kept. Please come back soon.
          </ErrorState>
        )}
        <VoiceErrors id={id} errors={errors} />
      </div>
    );
  }
  const [one, two] = pair ?? [];
  if (!one || !two) return <LoadingVoices isAwaited={errors.some(Boolean)} />;

  const buttonRef = (mic: Mic) => (button: HTMLButtonElement | null) => {
    buttons.current[mic] = button;
    refs[mic - 1]?.(button);
  };
  const errorIdOf = (mic: Mic) => errors[mic - 1] && `${id}-${mic}`;
  function hear(sampleUrl: string) {
    cast.keep();
    sound.toggle(sampleUrl);
  }
  const afterSilence = (change: () => void) => () => {
    sound.stop();
    change();
  };
  return (
    <>
      <VoicePair
        pair={[one, two]}
        errorIds={[errorIdOf(1), errorIdOf(2)]}
        refs={[buttonRef(1), buttonRef(2)]}
        sound={sound}
        onChoose={setChoosing}
        onHear={hear}
        onSwap={afterSilence(cast.swap)}
        onShuffle={afterSilence(cast.shuffle)}
      />
      <p aria-live="polite" className="sr-only">
        {cast.said}
      </p>
      {standIns.length > 0 && <StandIns standIns={standIns} />}
      <VoiceErrors id={id} errors={errors} />
      {choosing && (
        <VoicePicker
          mic={choosing}
          voices={voices}
          current={choosing === 1 ? one : two}
          other={choosing === 1 ? two : one}
          partnersOf={cast.partnersOf}
          sound={sound}
          onPut={(voice) => cast.put(choosing, voice)}
          onClose={() => setChoosing(null)}
        />
      )}
    </>
  );
}

function LoadingVoices({ isAwaited }: { isAwaited: boolean }) {
  return (
    <>
      <VoicePairSkeleton />
      <p role="status" className="text-meta">
        {isAwaited && 'The voices are on their way. Press again once they’re here.'}
      </p>
    </>
  );
}

function StandIns({ standIns }: { standIns: readonly Voice[] }) {
  const names = standIns.map(({ name }) => name).join(' and ');
  return (
    <p className="text-meta">
      {standIns.length === 1
        ? `A voice you had before is no longer available. ${names} takes its place.`
        : `The voices you had before are no longer available. ${names} take their place.`}
    </p>
  );
}

type VoiceErrorsProps = { id: string; errors: readonly (string | undefined)[] };

function VoiceErrors({ id, errors }: VoiceErrorsProps) {
  return errors.map(
    (message, place) =>
      message && (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the mic
          key={place}
          id={`${id}-${place + 1}`}
          className="flex items-start gap-2 font-semibold text-err"
        >
          <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
          {message}
        </p>
      ),
  );
}
