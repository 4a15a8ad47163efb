import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import type { ClientConfig } from '#shared/config.ts';
import { configQuery } from '../../api/config.ts';
import { QueryError } from '../../api/QueryError.tsx';
import { liveSamplesQuery } from '../../api/samples.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyEpisode } from '../../ui/EmptyEpisode.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { FootLink, TwoColumns } from '../../ui/TwoColumns.tsx';
import { DemoEpisode } from './DemoEpisode.tsx';

export default function SamplesPage() {
  const samples = useQuery(liveSamplesQuery);
  const config = useQuery(configQuery);
  const origin = originOf(config.data);
  // Deferred, so that rendering the list does not block taps.
  const list = useDeferredValue(samples.data);
  // Waits for both: a sentence that arrived later would push the list down.
  const isWaiting = (list === undefined && !samples.error) || config.isLoading;

  return (
    <Page title="Demos" layout="content" className="flex flex-col pt-2 max-lg:pb-0!">
      <TwoColumns
        head={
          <>
            <h1>Demos</h1>
            <p className="mt-3 text-lead">
              Short episodes, made the way yours will be. The hosts are AI and can get things wrong.
            </p>
          </>
        }
        foot={list?.samples.length !== 0 && <FootLink href="/create">Create your own</FootLink>}
      >
        {isWaiting ? (
          samples.fetchStatus === 'paused' ? (
            <ErrorState title="You’re offline">The demos will be here once you’re back.</ErrorState>
          ) : (
            <LoadingDemos />
          )
        ) : list === undefined ? (
          <QueryError title="We couldn’t fetch the demos" query={samples} />
        ) : list.samples.length === 0 ? (
          <NoDemos recording={list.recording} />
        ) : (
          <>
            <ul className="mt-5 mb-7 lg:mt-2">
              {list.samples.map((sample) => (
                <DemoEpisode key={sample.token} sample={sample} />
              ))}
            </ul>
            <p role="status" className="mb-7 text-soft empty:hidden">
              {list.recording > 0 &&
                `${list.recording} more ${list.recording === 1 ? 'is' : 'are'} being recorded.`}
            </p>
            {origin && <p className="mb-7 text-meta text-soft">{origin}</p>}
          </>
        )}
      </TwoColumns>
    </Page>
  );
}

function NoDemos({ recording }: { recording: number }) {
  const title =
    recording > 0
      ? 'The first demos are being recorded. They’ll appear here by themselves.'
      : 'No demos on the shelf right now.';
  return (
    <div role="status">
      <EmptyEpisode />
      <EmptyState title={title}>
        <Button kind="main" href="/create">
          Create an episode
        </Button>
      </EmptyState>
    </div>
  );
}

/** Names the stand-ins that write or speak here; null without any. */
function originOf(config: ClientConfig | undefined): string | null {
  const isWriter = config?.standins.includes('OpenAI');
  const isVoice = config?.standins.includes('ElevenLabs');
  if (!isWriter && !isVoice) return null;
  const parts = [isWriter && 'scripts', isVoice && 'voices'].filter(Boolean).join(' and ');
  return `This is the demo studio: its ${parts} stand in for better ones.`;
}

/** As high as the final rows, so that nothing jumps. */
function LoadingDemos() {
  return (
    <div role="status" className="mt-5 lg:mt-2">
      <span className="sr-only">Loading...</span>
      {[1, 2, 3].map((row) => (
        <div
          key={row}
          className="flex h-71 flex-col gap-3 border-t border-line pt-5 lg:h-65 lg:first-of-type:h-60 lg:first-of-type:border-t-0 lg:first-of-type:pt-0"
        >
          <div className="flex justify-between">
            <div>
              <Skeleton className="h-6 w-52" />
              <Skeleton className="mt-2 h-5 w-40" />
            </div>
            <Skeleton className="size-14 rounded-full!" />
          </div>
          <Skeleton className="h-14" />
        </div>
      ))}
    </div>
  );
}
