import { useMutation } from '@tanstack/react-query';
import { ThumbsDown, ThumbsUp } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '../../api/client.ts';
import { sayVerdict } from '../../api/listen.ts';
import { Button } from '../../ui/Button.tsx';
import { WhatWasWrong } from './WhatWasWrong.tsx';

type WasItRightProps = {
  token: string;
  title: string;
  /** This listener's earlier verdict. */
  said: boolean | null;
};

type Verdict = { right: boolean; state: 'kept' | 'sending' | 'said' | 'failed'; failure: string };

export function WasItRight({ token, title, said }: WasItRightProps) {
  const label = useId();
  const { mutateAsync: say } = useMutation(sayVerdict(token));
  const [verdict, setVerdict] = useState<Verdict | null>(
    said === null ? null : { right: said, state: 'kept', failure: '' },
  );
  // Kept here, so that it survives a yes between two noes.
  const [note, setNote] = useState('');

  async function answer(right: boolean) {
    // A double tap says nothing new.
    if (verdict?.right === right && verdict.state !== 'failed') return;
    const mine: Verdict = { right, state: 'sending', failure: '' };
    setVerdict(mine);
    const settle = (next: Partial<Verdict>) =>
      setVerdict((now) => (now === mine ? { ...mine, ...next } : now));
    try {
      await say({ right });
      settle({ state: 'said' });
    } catch (error) {
      settle({ state: 'failed', failure: messageOf(error) });
    }
  }

  const isPressed = (right: boolean) => verdict?.right === right && verdict.state !== 'failed';
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
        {verdict?.state === 'failed' && `That didn’t reach us. ${verdict.failure}`}
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
