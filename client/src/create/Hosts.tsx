import { useQuery } from '@tanstack/react-query';
import { CircleAlert, Shuffle } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Voice } from '#shared/voices.ts';
import { QueryError } from '../api/QueryError.tsx';
import { voicesQuery } from '../api/voices.ts';
import { useSound } from '../player/engine/sound.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { useToast } from '../ui/Toast.tsx';
import { type Mic, useCast } from './cast/useCast.ts';
import { Contrast, HEIGHT, SwapButton, VoiceCard, VoiceCardSkeletons } from './cast/VoiceCard.tsx';
import { VoicePicker } from './cast/VoicePicker.tsx';
import type { OrderForm } from './draft.ts';

const NOBODY: readonly Voice[] = [];

export function Hosts({ form, draftId }: { form: OrderForm; draftId: string }) {
  const catalogue = useQuery(voicesQuery);
  const voices = catalogue.data?.voices ?? NOBODY;
  const cast = useCast(form, voices, draftId);
  const sound = useSound();
  const { toast } = useToast();
  const [choosing, setChoosing] = useState<Mic | null>(null);
  const id = useId();
  const asked = useRef<Mic | null>(null);

  // A new voice mounts a new card, so the focus returns to its button.
  useEffect(() => {
    if (choosing === null) document.getElementById(`${id}-button-${asked.current}`)?.focus();
    asked.current = choosing;
  }, [choosing, id]);

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
  if (!pair) {
    return (
      <>
        <VoiceCardSkeletons />
        <p role="status" className="text-meta">
          {errors.some(Boolean) && 'The voices are on their way. Press again once they’re here.'}
        </p>
      </>
    );
  }

  const [one, two] = pair;
  const afterSilence = (change: () => void) => () => {
    sound.stop();
    change();
  };
  const cardOf = (mic: Mic, voice: Voice) => (
    <VoiceCard
      key={`${mic} ${voice.id}`}
      mic={mic}
      voice={voice}
      sound={sound}
      buttonId={`${id}-button-${mic}`}
      errorId={errors[mic - 1] && `${id}-${mic}`}
      ref={refs[mic - 1] ?? null}
      onChoose={() => setChoosing(mic)}
      onHear={() => {
        cast.keep();
        sound.toggle(voice.sampleAudioUrl);
      }}
    />
  );
  return (
    <>
      <div className={HEIGHT}>
        {cardOf(1, one)}
        {cardOf(2, two)}
        <SwapButton onPress={afterSilence(cast.swap)} />
      </div>
      <div className="mt-3 flex min-h-12 items-start gap-4">
        <Contrast pair={pair} />
        <button
          type="button"
          onClick={afterSilence(cast.shuffle)}
          className="button flex min-h-11 shrink-0 items-center gap-2 rounded-chip px-4 font-bold"
        >
          <Shuffle aria-hidden size={18} strokeWidth={2.25} /> Shuffle
        </button>
      </div>
      <p aria-live="polite" className="sr-only">
        {cast.said}
      </p>
      {standIns.length > 0 && <p className="text-meta">{aboutStandIns(standIns)}</p>}
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

function aboutStandIns(standIns: readonly Voice[]): string {
  const names = standIns.map(({ name }) => name).join(' and ');
  return standIns.length === 1
    ? `A voice you had before is no longer available. ${names} takes its place.`
    : `The voices you had before are no longer available. ${names} take their place.`;
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
