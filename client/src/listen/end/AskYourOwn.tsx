import { type FormEvent, useId, useState } from 'react';
import { useLocation } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { followUpPath } from '#shared/reorderLink.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { useMayAsk } from '../../account/edition/entitlements.ts';
import { useConfig } from '../../api/config.ts';
import { PREVIEW_AT_ONCE } from '../../api/previewAtOnce.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FollowUpQuestions } from './FollowUpQuestions.tsx';

export function AskYourOwn({ episode }: { episode: Listening['episode'] }) {
  const { followUps, choices, channel, voice1Name, voice2Name } = episode;
  const [, navigate] = useLocation();
  const [question, setQuestion] = useState('');
  const [error, setError] = useState('');
  const label = useId();
  const sells = useSales();
  const mayAsk = useMayAsk();
  const hasPreviews = useConfig()?.previews !== false && mayAsk;

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const topic = question.trim();
    const problem = problemOf(topic);
    setError(problem);
    if (problem) event.currentTarget.querySelector('input')?.focus();
    else
      navigate(
        followUpPath(topic, choices, channel),
        hasPreviews ? { state: PREVIEW_AT_ONCE } : {},
      );
  }
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="text-h3">
        Wondering something yourself?
      </h2>
      <p className="text-meta text-soft">
        {voice1Name} and {voice2Name} are up for it.
        {hasPreviews && ` Hear how it starts${sells ? ', before you pay anything' : ''}.`}
      </p>
      <Form onSubmit={ask} className="mt-4 flex flex-col items-start gap-3">
        <TextField
          label="Your question"
          name="question"
          autoComplete="off"
          enterKeyHint="go"
          value={question}
          onChange={({ target }) => {
            setQuestion(target.value);
            setError('');
          }}
          error={error || undefined}
          className="w-full"
        />
        <Button type="submit">{hasPreviews ? 'Hear how it starts' : 'Make it an episode'}</Button>
      </Form>
      {followUps.length > 0 && (
        <>
          <p className="mt-5 text-meta text-soft">Or start with one of these:</p>
          <FollowUpQuestions episode={episode} state={hasPreviews ? PREVIEW_AT_ONCE : undefined} />
        </>
      )}
    </section>
  );
}

function problemOf(topic: string): string {
  if (!topic) return 'Type your question first';
  const isLong = topic.length > TOPIC_MAX;
  return isLong ? `At most ${TOPIC_MAX} characters; yours has ${topic.length}` : '';
}
