import { useLayoutEffect, useRef, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import type { Voice } from '#shared/voices.ts';
import type { OrderForm } from '../draft.ts';
import { nextPair, type Pair, pairsFor, partnersFor } from './pairs.ts';

export type Mic = 1 | 2;

/**
 * The form's two voices. An empty mic gets a voice that fits the episode, and follows its tone and
 * style until the visitor hears or changes one. `voices` is empty until it is loaded.
 */
export function useCast(form: OrderForm, voices: readonly Voice[], draftId: string) {
  const { control, getValues, setValue } = form;
  const one = useController({ control, name: 'voice1Id' });
  const two = useController({ control, name: 'voice2Id' });
  const [tone, style] = useWatch({ control, name: ['tone', 'style'] });
  const [said, setSaid] = useState('');
  const [standIns, setStandIns] = useState<readonly Voice[]>([]);
  /** The last pair that the form itself chose; shuffling goes on from it. */
  const offered = useRef<Pair | null>(null);

  const ids = [one.field.value, two.field.value] as const;
  const [first, second] = ids.map((id) => voices.find((voice) => voice.id === id));
  const pair: Pair | null = first && second ? [first, second] : null;
  const criteria = () => ({ topic: getValues('topic'), tone, style });

  function putBoth([a, b]: Pair) {
    one.field.onChange(a.id);
    two.field.onChange(b.id);
  }
  function announce([a, b]: Pair) {
    setSaid(`${a.name} and ${b.name} are on the mics.`);
  }

  // Before the paint, so that nobody sees an empty mic.
  useLayoutEffect(() => {
    const chosen = pair ? undefined : complete([first, second], voices, criteria());
    if (!chosen) return;
    setValue('hasUsualPair', !ids.some(Boolean));
    offered.current = chosen;
    setStandIns(chosen.filter((_, place) => ids[place] && ids[place] !== chosen[place]?.id));
    putBoth(chosen);
  });

  function follow() {
    const mayChange = pair && getValues('hasUsualPair') && !getValues('keptPreview');
    const [fitting] = mayChange ? pairsFor(voices, criteria()) : [];
    if (!fitting) return;
    offered.current = fitting;
    if (fitting.some(({ id }, place) => id !== ids[place])) announce(fitting);
    putBoth(fitting);
  }
  const followed = useRef({ draftId, tone, style });
  useLayoutEffect(() => {
    const before = followed.current;
    followed.current = { draftId, tone, style };
    // Another draft comes with its own voices.
    const isSame = before.draftId === draftId;
    if (isSame && (before.tone !== tone || before.style !== style)) follow();
  });

  function keep() {
    setValue('hasUsualPair', false);
    setStandIns([]);
  }
  return {
    pair,
    errors: [one.fieldState.error?.message, two.fieldState.error?.message] as const,
    refs: [one.field.ref, two.field.ref] as const,
    /** Voices that replace chosen ones which have left the catalogue. */
    standIns,
    /** For screen readers: names the pair that the form has put on the mics. */
    said,
    keep,
    partnersOf: (voice: Voice) => partnersFor(voice, voices, criteria()),
    put(mic: Mic, voice: Voice) {
      keep();
      (mic === 1 ? one : two).field.onChange(voice.id);
    },
    swap() {
      keep();
      if (pair) putBoth([pair[1], pair[0]]);
    },
    shuffle() {
      const next =
        pair && nextPair(voices, criteria(), { current: pair, offered: offered.current ?? pair });
      if (!next) return;
      keep();
      offered.current = next;
      putBoth(next);
      announce(next);
    },
  };
}

function complete(
  [first, second]: readonly [Voice | undefined, Voice | undefined],
  voices: readonly Voice[],
  criteria: Parameters<typeof pairsFor>[1],
): Pair | undefined {
  const there = first ?? second;
  if (!there) return pairsFor(voices, criteria)[0];
  const partner =
    partnersFor(there, voices, criteria)[0] ?? voices.find((voice) => voice.id !== there.id);
  if (!partner) return undefined;
  return first ? [first, partner] : [partner, there];
}
