import { useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';

type SentProps = { email: string; onAgain: () => void };

/** Replaces the form; the heading takes the focus that was in it. */
export function Sent({ email, onAgain }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-2 mb-3">
        We have it
      </h1>
      <p className="mb-7 text-lead text-soft">
        Your message is on our desk. The answer goes to{' '}
        <strong className="text-ink [overflow-wrap:anywhere]">{email}</strong>.
      </p>
      <div className="grid gap-4 sm:flex">
        <Button kind="main" href="/create">
          Create an episode
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          Write another message
        </Button>
      </div>
    </>
  );
}
