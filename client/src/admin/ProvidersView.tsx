import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { Checks } from '#shared/checks.ts';
import { checksQuery } from '../api/admin.ts';
import { useSales } from '../api/sales.ts';
import { FlagNote, Moment } from './AdminRow.tsx';
import { CheckButtons } from './CheckButtons.tsx';
import { CreditsCard } from './CreditsCard.tsx';
import { FeaturesCard } from './FeaturesCard.tsx';
import { Fetched } from './Fetched.tsx';
import { ModelsCard } from './ModelsCard.tsx';

export default function ProvidersView() {
  const query = useQuery(checksQuery);
  return (
    <>
      <Fetched query={query} things="what was found">
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

function Findings({ findings }: { findings: Checks['findings'] }) {
  const sorted = findings.toSorted((one, other) => Number(one.ok) - Number(other.ok));
  return (
    <ul>
      {sorted.map(({ provider, ok, sentence }) => (
        <li key={`${provider} ${sentence}`} className="border-t border-line py-3">
          <h3 className="text-body">{provider}</h3>
          {ok ? <InOrder>{sentence}</InOrder> : <FlagNote>{sentence}</FlagNote>}
        </li>
      ))}
    </ul>
  );
}

function InOrder({ children }: { children: string }) {
  return (
    <span className="mt-1 flex items-start gap-2 text-soft">
      <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <span className="sr-only">In order: </span>
        {children}
      </span>
    </span>
  );
}
