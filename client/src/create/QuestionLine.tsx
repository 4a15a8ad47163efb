import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { QUESTION_MAX } from '#shared/briefLimits.ts';

type QuestionLineProps = {
  text: string;
  /** Gets an empty text when the question is to be removed. */
  onChange: (text: string) => void;
};

/** The line and its field take the same room, so that nothing moves under the tap. */
const room =
  '-mx-2 block w-[calc(100%+1rem)] rounded-well px-2 py-2.5 text-left text-body outline-offset-0 [overflow-wrap:anywhere]';

export function QuestionLine({ text, onChange }: QuestionLineProps) {
  const [isOpen, setOpen] = useState(false);
  const line = useRef<HTMLButtonElement>(null);

  function keep(typed: string) {
    setOpen(false);
    const next = typed.replace(/\s+/g, ' ').trim();
    if (next !== text) onChange(next);
  }
  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    const { key, currentTarget, nativeEvent } = event;
    if ((key !== 'Enter' && key !== 'Escape') || nativeEvent.isComposing) return;
    event.preventDefault();
    flushSync(() => keep(key === 'Enter' ? currentTarget.value : text));
    line.current?.focus();
  }

  if (!isOpen) {
    return (
      <button
        ref={line}
        type="button"
        dir="auto"
        aria-label={`Change “${text}”`}
        onClick={() => setOpen(true)}
        className={`${room} min-h-11`}
      >
        {text}
      </button>
    );
  }
  return (
    <textarea
      ref={focusAtEnd}
      dir="auto"
      aria-label="Question"
      defaultValue={text}
      rows={1}
      maxLength={QUESTION_MAX}
      enterKeyHint="done"
      onBlur={(event) => keep(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      className={`${room} field-sizing-content min-h-11 resize-none bg-transparent caret-a`}
    />
  );
}

function focusAtEnd(field: HTMLTextAreaElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
