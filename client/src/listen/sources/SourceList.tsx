import { QueryError } from '../../api/QueryError.tsx';
import { AttachmentSwitch } from '../../player/AttachmentSwitch.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { linesBySource, type Source } from './marks.ts';
import { PageLink, SourceAbout } from './SourceAbout.tsx';
import { extentWords, linesOn, readerNotes, sourcingSummary } from './sourceText.ts';
import type { EpisodeSourcesState } from './useEpisodeSources.ts';

type SourceListProps = { sources: EpisodeSourcesState; publicId: string | null };

export default function SourceList({ sources, publicId }: SourceListProps) {
  const { query, marks, url } = sources;
  const { data, error, fetchStatus } = query;
  if (!data) {
    if (fetchStatus === 'paused')
      return (
        <ErrorState title="You’re offline">The sources will be here once you’re back.</ErrorState>
      );
    if (error) return <QueryError title="The sources didn’t load" query={query} />;
    return (
      <div role="status">
        <span className="sr-only">Loading...</span>
        <Skeleton className="h-70" />
      </div>
    );
  }
  if (data.basis === 'knowledge') {
    return (
      <p className="text-lead">
        Nothing was read up on for this episode: it comes from what the model knows.
      </p>
    );
  }
  const lines = linesBySource(marks);
  const summary = sourcingSummary(data.counts);
  const notes = readerNotes(data.counts);
  if (summary && data.counts.sourced < data.counts.lines)
    notes.unshift('Opinions, questions and reactions need no source.');
  const isHidden = ({ isPrivate }: Source) => isPrivate && data.showsPrivate === false;
  return (
    <>
      <p className="text-lead empty:hidden">{summary}</p>
      <p className="mt-1 text-meta text-soft empty:hidden">{notes.join(' ')}</p>
      <ol className="mt-3">
        {data.sources.map((source, index) => (
          <li key={source.id} className="border-line py-4 not-first:border-t [&_h3]:line-clamp-3">
            <SourceAbout source={source} number={index + 1} />
            <div className="flex flex-wrap items-center justify-between gap-x-5 pl-9 text-meta">
              <p className="text-soft">
                {extentWords(source)} {linesOn(lines.get(source.id) ?? 0)}
                {isHidden(source) && '. Only you see this one.'}
              </p>
              <PageLink
                source={source}
                className="inline-flex min-h-11 items-center gap-2 font-bold underline decoration-[1.5px] underline-offset-[5px]"
              />
            </div>
          </li>
        ))}
      </ol>
      {publicId && <AttachmentSwitch publicId={publicId} sourcesUrl={url} />}
    </>
  );
}
