import { Share } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Listening } from '#shared/episode.ts';
import { followUpPath, reorderPath } from '#shared/reorderLink.ts';
import { TOPIC_MAX } from '#shared/tonesAndStyles.ts';
import { useMayAsk, useMayMake } from '../../account/edition/entitlements.ts';
import { useConfig } from '../../api/config.ts';
import { PREVIEW_AT_ONCE } from '../../api/previewAtOnce.ts';
import { useSales } from '../../api/sales.ts';
import { useFreshAccount } from '../../api/session/session.tsx';
import type { Player } from '../../player/engine/player.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { BonusBanner } from '../../ui/BonusBanner.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Form } from '../../ui/Form.tsx';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { TextField } from '../../ui/TextField.tsx';
import { TopicLink } from '../../ui/TopicLink.tsx';
import { useNearEnd } from './useNearEnd.ts';
import { WasItRight } from './WasItRight.tsx';

type Episode = Listening['episode'];
type TheEndProps = { episode: Episode; player: Player; following: boolean; onShare: () => void };

export function TheEnd({ episode, player, following, onShare }: TheEndProps) {
  const { title, token, verdict, choices, channel, isOwner, followUps } = episode;
  const isNear = useNearEnd(player);
  const mayMake = useMayMake();
  const asks = isOwner ? followUps.length > 0 : mayMake;
  const section = useRef<HTMLElement>(null);
  const hasEnded = usePlaying(player, ({ ended }) => ended);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end is a reason to scroll
  useEffect(() => {
    if (!hasEnded || !following) return;
    section.current?.scrollIntoView({ behavior: prefersReducedMotion() ? 'auto' : 'smooth' });
  }, [hasEnded]);
  return (
    <>
      <p role="status" className="sr-only">
        {isNear &&
          `Nearly the end. Below the transcript: ${mayMake ? 'what to ask next, ' : ''}share it, and say whether it was right.`}
      </p>
      {(isNear || asks) && (
        <section
          ref={section}
          aria-label={isNear ? 'After the end' : undefined}
          className={classes(
            'mt-9 flex scroll-mt-4 flex-col gap-6',
            isNear ? 'rounded-card bg-panel p-5 shadow-lift' : 'border-t border-line pt-5',
          )}
        >
          {asks && <NextQuestion episode={episode} />}
          {isNear && (
            <>
              <WasItRight token={token} title={title} said={verdict} />
              <div className="flex flex-wrap gap-3">
                <Button onClick={onShare}>
                  <Share aria-hidden size={20} /> Share it
                </Button>
                {mayMake && (
                  <Button href={reorderPath(choices, { from: channel })}>
                    Make another like this
                  </Button>
                )}
              </div>
              {isOwner && <UnusedBonus />}
            </>
          )}
        </section>
      )}
    </>
  );
}

/** The owner chooses among the questions left open; others can also ask one of their own. */
function NextQuestion({ episode }: { episode: Episode }) {
  const { isOwner, followUps, choices, channel, voice1Name, voice2Name } = episode;
  const [, navigate] = useLocation();
  const label = useId();
  const sells = useSales();
  const mayAsk = useMayAsk();
  const hasPreviews = useConfig()?.previews !== false && mayAsk && !isOwner;
  const state = hasPreviews ? PREVIEW_AT_ONCE : undefined;
  const preview = hasPreviews
    ? ` Hear how it starts${sells ? ', before you pay anything' : ''}.`
    : '';
  return (
    <section aria-labelledby={label}>
      <h2 id={label} className="text-h3">
        {isOwner ? 'Ask next' : 'Wondering something yourself?'}
      </h2>
      <p className="text-meta text-soft">
        {voice1Name} and {voice2Name} are up for {isOwner ? 'any of them.' : `it.${preview}`}
      </p>
      {!isOwner && (
        <QuestionForm
          action={hasPreviews ? 'Hear how it starts' : 'Make it an episode'}
          onAsk={(topic) => navigate(followUpPath(topic, choices, channel), { state })}
        />
      )}
      {!isOwner && followUps.length > 0 && (
        <p className="mt-5 text-meta text-soft">Or start with one of these:</p>
      )}
      {followUps.length > 0 && (
        <ul className="mt-1">
          {followUps.map((question) => (
            <li key={question} className="border-line not-first:border-t">
              <TopicLink
                href={followUpPath(question, choices, channel)}
                topic={question}
                state={state}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type QuestionFormProps = { action: string; onAsk: (topic: string) => void };

function QuestionForm({ action, onAsk }: QuestionFormProps) {
  const [question, setQuestion] = useState('');
  const [error, setError] = useState('');

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const topic = question.trim();
    const isLong = topic.length > TOPIC_MAX;
    if (topic && !isLong) return onAsk(topic);
    setError(
      isLong
        ? `At most ${TOPIC_MAX} characters; yours has ${topic.length}`
        : 'Type your question first',
    );
    event.currentTarget.querySelector('input')?.focus();
  }
  return (
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
        error={error}
        className="w-full"
      />
      <Button type="submit">{action}</Button>
    </Form>
  );
}

function UnusedBonus() {
  // This episode may have been the first purchase, a moment ago.
  const user = useFreshAccount();
  const sells = useSales();
  if (!sells || !user?.hasMadeFirstPurchase || user.hasUsedFreePodcast) return null;
  return <BonusBanner />;
}
