import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { demoMinutes } from '#shared/demo.ts';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import type { OrderControl } from '../draft.ts';

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

const KEY = 'duologue.wikipedia';

type WikipediaProps = {
  lacksDemoSubject: boolean;
  /** How often the topic field was left. */
  leaves: number;
  onLookUp: () => void;
};

/** Off until the visitor turns it on; then it looks up each topic as soon as its field is left. */
export function Wikipedia({ lacksDemoSubject, leaves, onLookUp }: WikipediaProps) {
  const [isOn, setOn] = useState(isKept);
  const id = useId();
  const lookUp = useEffectEvent(onLookUp);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the field is left
  useEffect(() => {
    if (isOn) lookUp();
  }, [isOn, leaves]);
  if (!lacksDemoSubject && !isOn) return null;
  return (
    <div>
      <Checkbox
        checked={isOn}
        onChange={(next) => {
          setOn(next);
          keep(next);
        }}
        describedBy={id}
      >
        <span className="font-bold">Look it up on Wikipedia</span>
      </Checkbox>
      <p id={id} className="-mt-1.5 pl-10 text-meta text-soft">
        Sends what you typed, and each topic after it, to wikipedia.org.
      </p>
    </div>
  );
}

function isKept(): boolean {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
}

function keep(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // private windows and full disks
  }
}
