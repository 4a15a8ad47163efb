import { useState } from 'react';
import { Link } from 'wouter';
import { useMayAsk } from '../account/edition/entitlements.ts';
import { useAuth } from '../api/session/session.tsx';
import { lazyPart } from '../ui/lazyPart.tsx';
import { BriefCard } from './BriefCard.tsx';
import { isTelling } from './brief.ts';
import { useLacksDemoSubject } from './demo/useLacksDemoSubject.ts';
import type { OrderControl } from './form.ts';
import { TopicField } from './TopicField.tsx';
import { useBrief } from './useBrief.ts';

const Sources = lazyPart(() => import('./sources/Sources.tsx'));

type TopicSectionProps = { control: OrderControl; draftId: string };

export function TopicSection({ control, draftId }: TopicSectionProps) {
  const mayAsk = useMayAsk();
  const { isLoading } = useAuth();
  const { brief, change, news, readNow } = useBrief(control);
  const lacksDemoSubject = useLacksDemoSubject(control);
  const [leaves, setLeaves] = useState(0);
  return (
    <div>
      <TopicField
        control={control}
        notice={brief?.notice ?? null}
        lacksDemoSubject={lacksDemoSubject}
        onLeave={() => {
          readNow();
          setLeaves((before) => before + 1);
        }}
      />
      <p role="status" className="sr-only">
        {news}
      </p>
      {brief && isTelling(brief) && !lacksDemoSubject && (
        <BriefCard key={brief.topic} brief={brief} onChange={change} isNew={news !== ''} />
      )}
      {/* Has the margin of what comes into it: a smaller one would grow and move the page. */}
      <div className="mt-2 min-h-11">
        {mayAsk && <Sources key={draftId} control={control} draftId={draftId} leaves={leaves} />}
        {!mayAsk && !isLoading && <SignInForMore />}
      </div>
    </div>
  );
}

function SignInForMore() {
  return (
    <p className="flex min-h-11 items-center gap-1.5 text-meta text-soft">
      <Link
        href="/auth?next=%2Fcreate"
        className="flex min-h-11 items-center text-ink underline underline-offset-4"
      >
        Sign in
      </Link>
      to add sources and to hear how it starts.
    </p>
  );
}
