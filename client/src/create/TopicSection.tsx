import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { briefQuery } from '../api/briefs.ts';
import { useAuth } from '../api/session/session.tsx';
import { classes } from '../ui/classes.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { TextArea } from '../ui/TextArea.tsx';
import { BriefCard } from './BriefCard.tsx';
import { type DraftBrief, draftBriefOf, headingOf, isTelling, isToBeRead } from './brief.ts';
import { useLacksDemoSubject } from './demo/demoSubject.ts';
import type { OrderControl } from './draft.ts';
import { useSettled } from './timing.ts';

const Sources = lazyPart(() => import('./sources/Sources.tsx'));

export const topicWords = {
  label: 'What are we talking about?',
  labelHidden: true,
  placeholder: 'Type what you can’t stop wondering.',
};

type TopicSectionProps = { control: OrderControl; draftId: string };

export function TopicSection({ control, draftId }: TopicSectionProps) {
  const mayAsk = useMayAsk();
  const { isLoading } = useAuth();
  const { brief, change, news, readNow } = useBrief(control);
  const lacksDemoSubject = useLacksDemoSubject(control);
  const [leaves, setLeaves] = useState(0);
  const { field, fieldState } = useController({ control, name: 'topic' });
  const topic = field.value;
  const isOwn = topic.trim() !== '' && !EXAMPLE_TOPICS.some((example) => example === topic);
  // Once shown, the examples stay: hiding them on blur would move the page under the tap.
  const [offered, setOffered] = useState(!isOwn);
  if (!isOwn && !offered) setOffered(true);
  const { length } = topic.trim();
  return (
    <div>
      <TextArea
        {...field}
        onBlur={() => {
          field.onBlur();
          readNow();
          setLeaves((before) => before + 1);
        }}
        {...topicWords}
        error={fieldState.error?.message}
        counter={
          <span className={length > TOPIC_MAX ? 'font-semibold text-err' : undefined}>
            {length} of {TOPIC_MAX}
          </span>
        }
      />
      {brief?.notice && <p className="mt-2 font-semibold">{brief.notice}</p>}
      {(offered || lacksDemoSubject) && (
        <ExampleTopics topic={topic} areAll={lacksDemoSubject} onChoose={field.onChange} />
      )}
      <p role="status" className="sr-only">
        {news}
      </p>
      {brief && isTelling(brief) && !lacksDemoSubject && (
        <BriefCard key={brief.topic} brief={brief} onChange={change} isNew={news !== ''} />
      )}
      {/* Has the margin of what comes into it: a smaller one would grow and move the page. */}
      <div className="mt-2 min-h-11">
        {mayAsk && <Sources key={draftId} control={control} draftId={draftId} leaves={leaves} />}
        {!mayAsk && !isLoading && (
          <p className="flex min-h-11 items-center gap-1.5 text-meta text-soft">
            <Link
              href="/auth?next=%2Fcreate"
              className="flex min-h-11 items-center text-ink underline underline-offset-4"
            >
              Sign in
            </Link>
            to add sources and to hear how it starts.
          </p>
        )}
      </div>
    </div>
  );
}

type ExampleTopicsProps = { topic: string; areAll: boolean; onChoose: (topic: string) => void };

function ExampleTopics({ topic, areAll, onChoose }: ExampleTopicsProps) {
  return (
    <fieldset
      className={
        areAll
          ? 'mt-4 flex min-w-0 flex-wrap gap-2'
          : '-mx-5 mt-3 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:flex-wrap lg:[&>:nth-child(n+6)]:hidden'
      }
    >
      <legend className={areAll ? 'mb-2 font-bold' : 'sr-only'}>
        {areAll ? 'This demo has six episodes of its own:' : 'Example topics'}
      </legend>
      {EXAMPLE_TOPICS.map((example) => (
        <button
          key={example}
          type="button"
          aria-pressed={topic === example}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(example)}
          className={classes(
            'min-h-11 rounded-chip border-[1.5px] border-rim px-4 text-meta font-semibold aria-pressed:border-ink',
            !areAll && 'shrink-0 whitespace-nowrap',
          )}
        >
          {example}
        </button>
      ))}
    </fieldset>
  );
}

/** How long a topic rests before it is read, ms. */
const REST = 1000;

/**
 * Has the topic read once it rests; no order waits for that, and a failure shows nothing. With
 * other sources, an unedited brief is read again and stays until the reply.
 */
function useBrief(control: OrderControl) {
  const mayAsk = useMayAsk();
  const [typed, sources] = useWatch({ control, name: ['topic', 'sources'] });
  const topic = typed.trim();
  const { value, onChange } = useController({ control, name: 'brief' }).field;
  const current = [topic, ...sources].join('\n');
  const [rested, readNow] = useSettled(current, REST);

  const asks = mayAsk && isToBeRead(topic, sources, value) && current === rested;
  const reply = useQuery({ ...briefQuery(topic, sources), enabled: asks }).data?.brief;
  const fresh = reply && draftBriefOf(topic, sources, reply);
  useEffect(() => {
    if (asks && reply) onChange(draftBriefOf(topic, sources, reply));
  }, [asks, reply, topic, sources, onChange]);

  return {
    brief: value?.topic === topic ? value : null,
    change: (brief: DraftBrief) => onChange({ ...brief, isEdited: true }),
    news: fresh
      ? [isTelling(fresh) && headingOf(fresh), fresh.notice].filter(Boolean).join('. ')
      : '',
    readNow,
  };
}
