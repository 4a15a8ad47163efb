import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { TextArea } from '../ui/TextArea.tsx';
import type { OrderControl } from './form.ts';

export const topicWords = {
  label: 'What are we talking about?',
  labelHidden: true,
  placeholder: 'Type what you can’t stop wondering.',
};

type TopicFieldProps = {
  control: OrderControl;
  /** What there is to say about this topic. */
  notice: string | null;
  onLeave: () => void;
};

/** The topic, with examples that fill it in. */
export function TopicField({ control, notice, onLeave }: TopicFieldProps) {
  const { field, fieldState } = useController({ control, name: 'topic' });
  const topic = useWatch({ control, name: 'topic' });
  const isOwn = topic.trim() !== '' && !EXAMPLE_TOPICS.some((example) => example === topic);
  // Once shown, the examples stay: if they disappeared on blur, the page would move under the tap
  // that caused it.
  const [offered, setOffered] = useState(!isOwn);
  if (!isOwn && !offered) setOffered(true);
  const length = topic.trim().length;

  return (
    <div>
      <TextArea
        {...field}
        onBlur={() => {
          field.onBlur();
          onLeave();
        }}
        {...topicWords}
        error={fieldState.error?.message}
        counter={<Counter length={length} />}
      />
      {notice && <p className="mt-2 font-semibold">{notice}</p>}
      {offered && (
        <fieldset className="-mx-5 mt-3 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:flex-wrap lg:[&>:nth-child(n+6)]:hidden">
          <legend className="sr-only">Example topics</legend>
          {EXAMPLE_TOPICS.map((example) => (
            <button
              key={example}
              type="button"
              aria-pressed={topic === example}
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => field.onChange(example)}
              className="min-h-11 shrink-0 rounded-chip border-[1.5px] border-rim px-4 text-meta font-semibold whitespace-nowrap aria-pressed:border-ink"
            >
              {example}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Counter({ length }: { length: number }) {
  return (
    <span className={length > TOPIC_MAX ? 'font-semibold text-err' : undefined}>
      {length} of {TOPIC_MAX}
    </span>
  );
}
