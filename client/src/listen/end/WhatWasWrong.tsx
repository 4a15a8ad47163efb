import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NOTE_MAX } from '#shared/verdict.ts';
import { fieldMessagesOf, messageOf } from '../../api/client.ts';
import { useConfig } from '../../api/config.ts';
import { sayVerdict } from '../../api/listen.ts';
import { useSales } from '../../api/sales.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import { TextArea } from '../../ui/TextArea.tsx';

type About = { token: string; title: string; note: string };
type WhatWasWrongProps = About & { onNote: (note: string) => void };

export function WhatWasWrong({ token, title, note, onNote }: WhatWasWrongProps) {
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
          href={support ? letterTo(support, { token, title, note }) : '/contact'}
          className="inline-block py-1 text-ink underline underline-offset-4"
        >
          {sells ? 'Write to support' : 'Write to us'}
        </a>
      </p>
    </Form>
  );
}

function letterTo(address: string, { token, title, note }: About): string {
  const link = `${location.origin}/listen?episode=${encodeURIComponent(token)}`;
  const body = `${link}\n\n${note.trim()}`;
  return `mailto:${address}?subject=${encodeURIComponent(`About “${title}”`)}&body=${encodeURIComponent(body)}`;
}
