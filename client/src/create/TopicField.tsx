import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { TextArea } from '../ui/TextArea.tsx';
import { ExampleTopics } from './ExampleTopics.tsx';
import type { OrderControl } from './form.ts';

export const topicWords = {
  label: 'What are we talking about?',
  labelHidden: true,
  placeholder: 'Type what you can’t stop wondering.',
};

type TopicFieldProps = {
  control: OrderControl;
  notice: string | null;
  lacksDemoSubject: boolean;
  onLeave: () => void;
};

export function TopicField({ control, notice, lacksDemoSubject, onLeave }: TopicFieldProps) {
  const { field, fieldState } = useController({ control, name: 'topic' });
  const topic = useWatch({ control, name: 'topic' });
  const isOwn = topic.trim() !== '' && !EXAMPLE_TOPICS.some((example) => example === topic);
  // Once shown, the examples stay: hiding them on blur would move the page under the tap.
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
      {(offered || lacksDemoSubject) && (
        <ExampleTopics topic={topic} areAll={lacksDemoSubject} onChoose={field.onChange} />
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
