import { useEffect, useId, useRef, useState } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';

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
  const lookUp = useRef(onLookUp);
  useEffect(() => {
    lookUp.current = onLookUp;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time the field is left
  useEffect(() => {
    if (isOn) lookUp.current();
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
