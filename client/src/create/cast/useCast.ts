import { useLayoutEffect, useRef, useState } from 'react';
import { type UseFormReturn, useController, useWatch } from 'react-hook-form';
import type { OrderRequest } from '#shared/order.ts';
import type { Voice } from '#shared/voices.ts';
import type { OrderForm } from '../form.ts';
import { nextPair, type Pair, pairsFor, partnersFor } from './pairs.ts';

export type Mic = 1 | 2;

/**
 * The two voices of the form. An empty mic is filled at once by who fits the episode, and follows its
 * tone and style until the visitor has heard or changed anything. `voices` is empty until it is loaded.
 */
export function useCast(
  form: UseFormReturn<OrderForm, unknown, OrderRequest>,
  voices: readonly Voice[],
) {
  const { control, getValues } = form;
  const one = useController({ control, name: 'voice1Id' });
  const two = useController({ control, name: 'voice2Id' });
  const [tone, style] = useWatch({ control, name: ['tone', 'style'] });
  const [said, setSaid] = useState('');
  const [standIns, setStandIns] = useState<readonly Voice[]>([]);
  /** The pair that was chosen for the visitor, until it is touched. */
  const house = useRef<Pair | null>(null);
  const dealt = useRef<Pair | null>(null);

  const ids = [one.field.value, two.field.value] as const;
  const [first, second] = ids.map((id) => voices.find((voice) => voice.id === id));
  const pair: Pair | null = first && second ? [first, second] : null;
  const wish = () => ({ topic: getValues('topic'), tone, style });

  function seat([a, b]: Pair) {
    one.field.onChange(a.id);
    two.field.onChange(b.id);
  }
  function announce([a, b]: Pair) {
    setSaid(`${a.name} and ${b.name} are on the mics.`);
  }

  function fill() {
    const chosen = pair ?? complete([first, second], voices, wish());
    if (pair || !chosen) return;
    house.current = ids.some(Boolean) ? null : chosen;
    dealt.current = chosen;
    setStandIns(chosen.filter((_, seat) => ids[seat] && ids[seat] !== chosen[seat]?.id));
    seat(chosen);
  }
  // Before the screen is painted: nobody sees an empty mic.
  useLayoutEffect(fill);

  function follow() {
    const isUntouched = pair?.every(({ id }, seat) => id === house.current?.[seat]?.id);
    const [fitting] = isUntouched && !getValues('keptPreview') ? pairsFor(voices, wish()) : [];
    if (!fitting) return;
    house.current = fitting;
    dealt.current = fitting;
    if (fitting.some(({ id }, seat) => id !== ids[seat])) announce(fitting);
    seat(fitting);
  }
  const followed = useRef(`${tone} ${style}`);
  useLayoutEffect(() => {
    if (followed.current === `${tone} ${style}`) return;
    followed.current = `${tone} ${style}`;
    follow();
  });

  /** From now on the voices are the visitor's. */
  function keep() {
    house.current = null;
    setStandIns([]);
  }
  return {
    pair,
    errors: [one.fieldState.error?.message, two.fieldState.error?.message] as const,
    refs: [one.field.ref, two.field.ref] as const,
    /** Who sits where a chosen voice has left the catalogue. */
    standIns,
    /** Who came onto the mics without having been named, for a screen reader. */
    said,
    keep,
    /** Who goes well with a voice in this episode, best first. */
    partnersOf: (voice: Voice) => partnersFor(voice, voices, wish()),
    put(mic: Mic, voice: Voice) {
      keep();
      (mic === 1 ? one : two).field.onChange(voice.id);
    },
    swap() {
      keep();
      if (pair) seat([pair[1], pair[0]]);
    },
    shuffle() {
      const next =
        pair && nextPair(voices, wish(), { current: pair, dealt: dealt.current ?? pair });
      if (!next) return;
      keep();
      dealt.current = next;
      seat(next);
      announce(next);
    },
  };
}

/** The pair with its empty seats taken. */
function complete(
  [first, second]: readonly [Voice | undefined, Voice | undefined],
  voices: readonly Voice[],
  wish: Parameters<typeof pairsFor>[1],
): Pair | undefined {
  const there = first ?? second;
  if (!there) return pairsFor(voices, wish)[0];
  const partner =
    partnersFor(there, voices, wish)[0] ?? voices.find((voice) => voice.id !== there.id);
  if (!partner) return undefined;
  return first ? [first, partner] : [partner, there];
}
