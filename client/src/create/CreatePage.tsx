import { useState } from 'react';
import { titles } from '#shared/pages.ts';
import { useHydrated } from '../ui/hydrated.ts';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Columns } from './Columns.tsx';
import { CreateForm } from './CreateForm.tsx';
import { EarlyForm } from './EarlyForm.tsx';
import { useDraft } from './useDraft.ts';

export default function CreatePage() {
  const hydrated = useHydrated();
  const draft = useDraft();
  const [isPrerendered] = useState(!hydrated);
  return (
    <Page
      title={titles['/create']}
      className="flex flex-col pb-0! lg:max-w-[1280px] lg:px-22 lg:pt-0!"
    >
      <h1 className="mt-2 mb-4 text-[clamp(1.375rem,6.4vw,1.6875rem)] lg:mb-5 lg:w-[calc(100%-28.5rem)] lg:text-[2.5rem]">
        What are we talking about?
      </h1>
      {hydrated && draft ? (
        <CreateForm key={draft.id} draft={draft} />
      ) : isPrerendered ? (
        <EarlyForm />
      ) : (
        <FormSkeleton />
      )}
    </Page>
  );
}

function FormSkeleton() {
  return (
    <Columns
      about={
        <>
          <Skeleton className="h-28" />
          <Skeleton className="h-[172px] rounded-[86px] lg:h-[232px] lg:rounded-[116px]" />
        </>
      }
      choices={<Skeleton className="h-[88px]" />}
      order={<Skeleton className="h-80 max-lg:hidden" />}
    />
  );
}
