import { useEffect } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { demoMinutes } from '#shared/demo.ts';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import type { OrderControl } from '../form.ts';

const OPTIONS = EXAMPLE_TOPICS.map((topic) => [topic, topic] as const);
/** The least time left, in minutes, for which one of the six follows. */
const WORTH = 0.6;

export function WhatFollows({ control, words }: { control: OrderControl; words: number[] }) {
  const { value, onChange } = useController({ control, name: 'follows' }).field;
  const [topic, duration] = useWatch({ control, name: ['topic', 'duration'] });
  const minutes = demoMinutes(words);
  const own = EXAMPLE_TOPICS.find((one) => one === topic) ?? EXAMPLE_TOPICS[0];
  const follows = duration - minutes > WORTH ? value || own : '';
  // The order must match what is said here.
  useEffect(() => {
    if (follows !== value) onChange(follows);
  }, [follows, value, onChange]);
  if (!follows) {
    return (
      <p className="mt-1 border-t border-line py-3 text-meta text-soft">
        All {duration} minutes are about that: first as it is, then as questions and answers.
      </p>
    );
  }
  const about = Math.max(1, Math.round(minutes));
  return (
    <SelectField
      className="mt-1 border-t border-line py-3"
      label={`About ${about} ${about === 1 ? 'minute' : 'minutes'} of yours, then:`}
      hint="Yours comes first as it is, then as questions and answers. If time is left at the end, another of the six follows."
      options={OPTIONS}
      value={follows}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
