import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { QUESTION_MAX } from '#shared/briefLimits.ts';
import { classes } from '../ui/classes.ts';
import { type DraftBrief, headingOf } from './brief.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { useHeading } from './useHeading.ts';

type BriefCardProps = {
  brief: DraftBrief;
  onChange: (brief: DraftBrief) => void;
  isNew: boolean;
};

export function BriefCard({ brief, onChange, isNew }: BriefCardProps) {
  const { questions, level, avoid } = brief;
  const heading = useHeading();
  const change = (what: Partial<DraftBrief>) => onChange({ ...brief, ...what });
  function remove(what: Partial<DraftBrief>) {
    change(what);
    // The pressed button is gone, and the focus with it.
    heading.focus();
  }
  const others = (id: string) => questions.filter((other) => other.id !== id);
  const put = (id: string, text: string) =>
    text ? questions.map((other) => (other.id === id ? { id, text } : other)) : others(id);

  return (
    <div className={classes('grid', isNew && 'animate-[unfold_280ms_ease-out]')}>
      <div className="min-h-0 overflow-hidden pt-4">
        <section
          aria-labelledby={heading.id}
          className="rounded-card border-[1.5px] border-line px-4 pt-3 pb-1.5"
        >
          <h2 {...heading.props}>{headingOf(brief)}</h2>
          {questions.length > 0 && (
            <p className="text-meta text-soft">Change or remove what we got wrong.</p>
          )}
          <ul className="mt-1">
            {questions.map(({ id, text }) => (
              <Item key={id} name={text} onRemove={() => remove({ questions: others(id) })}>
                <QuestionLine
                  text={text}
                  onChange={(text) => change({ questions: put(id, text) })}
                />
              </Item>
            ))}
            {level && <Note label="For:" text={level} onRemove={() => remove({ level: null })} />}
            {avoid.map((item) => (
              <Note
                key={item}
                label="Leave out:"
                text={item}
                onRemove={() => remove({ avoid: avoid.filter((other) => other !== item) })}
              />
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

type ItemProps = { name: string; onRemove: () => void; children: ReactNode };

function Item({ name, onRemove, children }: ItemProps) {
  return (
    <li className="flex items-start border-line not-first:border-t">
      <div className="min-w-0 grow">{children}</div>
      <RemoveButton name={name} onRemove={onRemove} />
    </li>
  );
}

type NoteProps = { label: string; text: string; onRemove: () => void };

function Note({ label, text, onRemove }: NoteProps) {
  return (
    <Item name={`${label} ${text}`} onRemove={onRemove}>
      <p className="py-2.5 [overflow-wrap:anywhere]">
        <span className="text-soft">{label}</span> <bdi>{text}</bdi>
      </p>
    </Item>
  );
}

type QuestionLineProps = {
  text: string;
  /** Gets an empty text when the question is to be removed. */
  onChange: (text: string) => void;
};

/** The line and its field take the same room, so that nothing moves under the tap. */
const room =
  '-mx-2 block w-[calc(100%+1rem)] rounded-well px-2 py-2.5 text-left text-body outline-offset-0 [overflow-wrap:anywhere]';

function QuestionLine({ text, onChange }: QuestionLineProps) {
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
