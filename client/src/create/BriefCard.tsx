import { useId, useRef } from 'react';
import { classes } from '../ui/classes.ts';
import { type DraftBrief, headingOf } from './brief.ts';
import { QuestionLine } from './QuestionLine.tsx';
import { RemoveButton } from './RemoveButton.tsx';

type BriefCardProps = {
  brief: DraftBrief;
  onChange: (brief: DraftBrief) => void;
  isNew: boolean;
};

export function BriefCard({ brief, onChange, isNew }: BriefCardProps) {
  const { questions, level, avoid } = brief;
  const label = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const change = (what: Partial<DraftBrief>) => onChange({ ...brief, ...what });
  function remove(what: Partial<DraftBrief>) {
    change(what);
    // The pressed button is gone, and the focus with it.
    heading.current?.focus({ preventScroll: true });
  }
  const others = (id: string) => questions.filter((other) => other.id !== id);
  const put = (id: string, text: string) =>
    text ? questions.map((other) => (other.id === id ? { id, text } : other)) : others(id);

  return (
    <div className={classes('grid', isNew && 'animate-[unfold_280ms_ease-out]')}>
      <div className="min-h-0 overflow-hidden pt-4">
        <section
          aria-labelledby={label}
          className="rounded-card border-[1.5px] border-line px-4 pt-3 pb-1.5"
        >
          <h2
            ref={heading}
            id={label}
            tabIndex={-1}
            className="font-sans text-body font-bold outline-none"
          >
            {headingOf(brief)}
          </h2>
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
            {level && (
              <Item name={`For: ${level}`} onRemove={() => remove({ level: null })}>
                <Note label="For:" text={level} />
              </Item>
            )}
            {avoid.map((item) => (
              <Item
                key={item}
                name={`Leave out: ${item}`}
                onRemove={() => remove({ avoid: avoid.filter((other) => other !== item) })}
              >
                <Note label="Leave out:" text={item} />
              </Item>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

type ItemProps = { name: string; onRemove: () => void; children: React.ReactNode };

function Item({ name, onRemove, children }: ItemProps) {
  return (
    <li className="flex items-start border-line not-first:border-t">
      <div className="min-w-0 grow">{children}</div>
      <RemoveButton name={name} onRemove={onRemove} />
    </li>
  );
}

function Note({ label, text }: { label: string; text: string }) {
  return (
    <p className="py-2.5 [overflow-wrap:anywhere]">
      <span className="text-soft">{label}</span> <bdi>{text}</bdi>
    </p>
  );
}
