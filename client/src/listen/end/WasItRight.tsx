import { useMutation } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useId, useState } from 'react';
import { NOTE_MAX } from '#shared/verdict.ts';
import { fieldMessagesOf, messageOf } from '../../api/client.ts';
import { useConfig } from '../../api/config.ts';
import { sayVerdict } from '../../api/listen.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

type WasItRightProps = {
  token: string;
  title: string;
  /** This listener's earlier verdict. */
  said: boolean | null;
};

type Verdict = { right: boolean; state: 'kept' | 'sending' | 'said' | { failure: string } };

export function WasItRight({ token, title, said }: WasItRightProps) {
  const label = useId();
  const { mutateAsync: say } = useMutation(sayVerdict(token));
  const [verdict, setVerdict] = useState<Verdict | null>(
    said === null ? null : { right: said, state: 'kept' },
  );
  // Kept here, so that it survives a yes between two noes.
  const [note, setNote] = useState('');
  const failure = typeof verdict?.state === 'object' && verdict.state.failure;
  const isPressed = (right: boolean) => verdict?.right === right && !failure;

  async function answer(right: boolean) {
    // A double tap says nothing new.
    if (isPressed(right)) return;
    const mine: Verdict = { right, state: 'sending' };
    setVerdict(mine);
    const settle = (state: Verdict['state']) =>
      setVerdict((now) => (now === mine ? { right, state } : now));
    try {
      await say({ right });
      settle('said');
    } catch (error) {
      settle({ failure: messageOf(error) });
    }
  }

  return (
    <section aria-labelledby={label} className="flex flex-col items-start gap-3">
      <h2 id={label} className="text-h3">
        Was it right?
      </h2>
      <div className="flex gap-3">
        <Button aria-pressed={isPressed(true)} onClick={() => void answer(true)}>
          <ThumbsUp aria-hidden size={20} fill={isPressed(true) ? 'currentColor' : 'none'} /> Yes
        </Button>
        <Button aria-pressed={isPressed(false)} onClick={() => void answer(false)}>
          <ThumbsDown aria-hidden size={20} fill={isPressed(false) ? 'currentColor' : 'none'} /> No
        </Button>
      </div>
      <p role="alert" className="font-semibold text-err empty:hidden">
        {failure && `That didn’t reach us. ${failure}`}
      </p>
      <p role="status" className="text-meta text-soft empty:hidden">
        {verdict?.state === 'said' &&
          (verdict.right ? 'Good to hear. Thank you.' : 'Noted, thank you.')}
      </p>
      {verdict?.right === false && (
        <WhatWasWrong token={token} title={title} note={note} onNote={setNote} />
      )}
    </section>
  );
}

type WhatWasWrongProps = {
  token: string;
  title: string;
  note: string;
  onNote: (note: string) => void;
};

function WhatWasWrong({ token, title, note, onNote }: WhatWasWrongProps) {
  const { mutateAsync: say } = useMutation(sayVerdict(token));
  const [state, setState] = useState<'open' | 'sending' | 'sent'>('open');
  const [error, setError] = useState('');
  const sells = useSales();
  const config = useConfig();
  // A house has a form that its admins read, and perhaps no support address.
  const support = sells ? config?.supportEmail : undefined;

  async function send(form: HTMLFormElement) {
    setState('sending');
    setError('');
    try {
      await say({ right: false, note });
      setState('sent');
    } catch (refusal) {
      setState('open');
      setError(fieldMessagesOf(refusal).note ?? messageOf(refusal));
      form.querySelector('textarea')?.focus();
    }
  }

  const { length } = note.trim();
  const link = `${location.origin}/listen?episode=${encodeURIComponent(token)}`;
  const letter = `subject=${encodeURIComponent(`About “${title}”`)}&body=${encodeURIComponent(`${link}\n\n${note.trim()}`)}`;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        if (state !== 'sending') void send(event.currentTarget);
      }}
      className="flex w-full flex-col items-start gap-3"
    >
      <TextArea
        label="What was wrong? One sentence is enough."
        name="note"
        value={note}
        onChange={({ target }) => {
          onNote(target.value);
          setState('open');
        }}
        error={error || undefined}
        counter={
          <span className={length > NOTE_MAX ? 'font-semibold text-err' : undefined}>
            {length} of {NOTE_MAX}
          </span>
        }
        className="w-full"
      />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button type="submit" pending={state === 'sending'} pendingLabel="Sending...">
          Send
        </Button>
        <p role="status" className="text-meta text-soft empty:hidden">
          {state === 'sent' && 'Thank you. We read every one.'}
        </p>
      </div>
      <p className="text-meta text-soft">
        Would you like an answer, or help with it?{' '}
        <a
          href={support ? `mailto:${support}?${letter}` : '/contact'}
          className="inline-block py-1 text-ink underline underline-offset-4"
        >
          {sells ? 'Write to support' : 'Write to us'}
        </a>
      </p>
    </Form>
  );
}
