import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import type { Checks } from '#shared/checks.ts';
import { checksQuery, runChecks } from '../api/admin.ts';
import { useSendsEmail } from '../api/config.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { useAdminAction } from './actions.tsx';
import { dollars } from './format.ts';
import { CreditsCard, FeaturesCard, ModelsCard } from './ProviderCards.tsx';
import { Fetched, FlagNote, focus, Moment } from './parts.tsx';

export default function ProvidersView() {
  return (
    <>
      <Fetched query={useQuery(checksQuery)} things="what was found">
        {({ checks }) => (
          <>
            <p role="status" className="mb-4 text-meta text-soft">
              <LastRun checks={checks} />
            </p>
            <CheckButtons checks={checks} />
            <Findings findings={checks.findings} />
          </>
        )}
      </Fetched>
      <CreditsCard />
      <ModelsCard />
      <FeaturesCard />
    </>
  );
}

function LastRun({ checks: { at, bought, findings, running } }: { checks: Checks }) {
  const sells = useSales();
  if (running) return 'Checking the providers...';
  if (!at) return 'Nothing has been checked yet.';
  const todo = findings.filter(({ ok }) => !ok).length;
  return (
    <>
      Checked <Moment at={at} />
      {bought && (sells ? ', with purchases' : ', by using them')}:{' '}
      {todo === 0 ? 'all in order' : `${todo} to fix`}.
    </>
  );
}

function CheckButtons({ checks: { at, price, running, whyNotBuy } }: { checks: Checks }) {
  const sells = useSales();
  const [isAsking, setAsking] = useState(false);
  const action = useAdminAction({ ...runChecks, failed: 'The providers weren’t checked' });
  const isBusy = running || action.isPending;
  const isBlocked = isBusy || whyNotBuy !== null;
  return (
    <div className="mb-6">
      <div className="flex flex-wrap gap-3">
        <Button pending={isBusy} pendingLabel="Checking..." onClick={() => action.start(false)}>
          {at ? 'Check again' : 'Check'}
        </Button>
        <Button
          aria-disabled={isBlocked}
          aria-expanded={isAsking}
          aria-describedby={whyNotBuy ? 'why-not-buy' : undefined}
          onClick={() => isBlocked || setAsking(true)}
        >
          {sells ? 'Check with purchases' : 'Check by using them'} ({dollars(price)})
        </Button>
      </div>
      {whyNotBuy && (
        <p id="why-not-buy" className="mt-2 text-meta text-soft">
          {whyNotBuy}
        </p>
      )}
      {isAsking && !isBlocked && (
        <Question
          price={dollars(price)}
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
  return (
    <fieldset aria-labelledby="buy-question" className="mt-4">
      <p ref={focus} id="buy-question" tabIndex={-1} className="font-bold outline-none">
        Spend up to {price} at {sells ? 'OpenAI and ElevenLabs' : 'the writer and the voice'}?
      </p>
      <p className="mb-3 text-meta text-soft">
        {useSendsEmail()
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

function Findings({ findings }: { findings: Checks['findings'] }) {
  const sorted = findings.toSorted((one, other) => Number(one.ok) - Number(other.ok));
  return (
    <ul>
      {sorted.map(({ provider, ok, sentence }) => (
        <li key={`${provider} ${sentence}`} className="border-t border-line py-3">
          <h3 className="text-body">{provider}</h3>
          {ok ? (
            <span className="mt-1 flex items-start gap-2 text-soft">
              <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0" />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <span className="sr-only">In order: </span>
                {sentence}
              </span>
            </span>
          ) : (
            <FlagNote>{sentence}</FlagNote>
          )}
        </li>
      ))}
    </ul>
  );
}
