import { useEffect, useRef, useState } from 'react';
import type { Checks } from '#shared/checks.ts';
import { runChecks } from '../api/admin.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { dollars } from './format.ts';
import { useAdminAction } from './useAdminAction.ts';

export function CheckButtons({ checks }: { checks: Checks }) {
  const sells = useSales();
  const [isAsking, setAsking] = useState(false);
  const price = dollars(checks.price);
  const action = useAdminAction({
    ...runChecks,
    failed: 'The providers weren’t checked',
  });
  const isBusy = checks.running || action.isPending;
  const isBlocked = isBusy || checks.whyNotBuy !== null;
  return (
    <div className="mb-6">
      <div className="flex flex-wrap gap-3">
        <Button pending={isBusy} pendingLabel="Checking..." onClick={() => action.start(false)}>
          {checks.at ? 'Check again' : 'Check'}
        </Button>
        <Button
          aria-disabled={isBlocked}
          aria-expanded={isAsking}
          aria-describedby={checks.whyNotBuy ? 'why-not-buy' : undefined}
          onClick={() => isBlocked || setAsking(true)}
        >
          {sells ? 'Check with purchases' : 'Check by using them'} ({price})
        </Button>
      </div>
      {checks.whyNotBuy && (
        <p id="why-not-buy" className="mt-2 text-meta text-soft">
          {checks.whyNotBuy}
        </p>
      )}
      {isAsking && !isBlocked && (
        <Question
          price={price}
          onBuy={() => action.start(true, { onSettled: () => setAsking(false) })}
          onKeep={() => setAsking(false)}
        />
      )}
    </div>
  );
}

type QuestionProps = { price: string; onBuy: () => void; onKeep: () => void };

/** Names the price before money is spent; the question has the focus, not the button. */
function Question({ price, onBuy, onKeep }: QuestionProps) {
  const sells = useSales();
  const sendsEmail = useSendsEmail();
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <fieldset aria-labelledby="buy-question" className="mt-4">
      <p ref={question} id="buy-question" tabIndex={-1} className="font-bold outline-none">
        Spend up to {price} at {sells ? 'OpenAI and ElevenLabs' : 'the writer and the voice'}?
      </p>
      <p className="mb-3 text-meta text-soft">
        {sendsEmail
          ? 'A few lines are written, one voice speaks a sentence, and an email goes to the support address.'
          : 'A few lines are written, and one voice speaks a sentence.'}
      </p>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <Button onClick={onBuy}>Spend up to {price}</Button>
        <Button kind="quiet" onClick={onKeep}>
          Don’t spend
        </Button>
      </div>
    </fieldset>
  );
}
