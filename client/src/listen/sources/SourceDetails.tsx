import { ExternalLink } from 'lucide-react';
import type { Transcript } from '#shared/script.ts';
import { QueryError } from '../../api/QueryError.tsx';
import { AttachmentSwitch } from '../../player/AttachmentSwitch.tsx';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { classes } from '../../ui/classes.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Title } from '../../ui/Title.tsx';
import { SourceNumber } from './LineMarks.tsx';
import {
  datedWords,
  extentWords,
  linesOn,
  readerNotes,
  STRENGTH_WORDS,
  safeUrl,
  sourcingSummary,
} from './sourceText.ts';
import type { Mark, Source, Sources } from './useSources.ts';

type ReceiptProps = { mark: Mark; segment: Transcript['segments'][number] | undefined };

export function Receipt({ mark, segment }: ReceiptProps) {
  const { source, number, claims } = mark;
  return (
    <div className="flex flex-col gap-5">
      {segment && (
        <div>
          <p
            className={classes(
              'flex items-center gap-2 font-bold',
              segment.side === 'A' ? 'text-a' : 'text-b',
            )}
          >
            <SpeakerMark side={segment.side} /> {segment.speaker}
          </p>
          <p dir="auto" className="text-soft [overflow-wrap:anywhere]">
            {segment.body}
          </p>
        </div>
      )}
      <div>
        <SourceAbout source={source} number={number} />
        <ul className="mt-4 flex flex-col gap-5">
          {claims.map(({ fact, quote, strength }) => (
            <li key={fact}>
              {quote === null ? (
                <p>Only the listener who brought it can see its words.</p>
              ) : (
                <blockquote
                  dir="auto"
                  className="well px-4 py-3 text-lead [overflow-wrap:anywhere]"
                >
                  “{quote}”
                </blockquote>
              )}
              <p className="mt-2 font-bold">{STRENGTH_WORDS[strength]}</p>
            </li>
          ))}
        </ul>
      </div>
      {source.licence && (
        <p className="text-meta text-soft">Words from Wikipedia, under {source.licence}.</p>
      )}
      <PageLink
        source={source}
        className="button flex min-h-12 items-center justify-center gap-3 rounded-button px-5 text-center font-bold"
      />
    </div>
  );
}

type SourceListProps = { sources: Sources; publicId: string | null };

export function SourceList({ sources, publicId }: SourceListProps) {
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
  const linesFrom = ({ id }: Source) =>
    [...marks.values()].flat().filter(({ source }) => source.id === id).length;
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
                {extentWords(source)} {linesOn(linesFrom(source))}
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

function SourceAbout({ source, number }: { source: Source; number: number }) {
  const { title, site } = source;
  return (
    <div className="flex items-start gap-3">
      <SourceNumber number={number} />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <Title text={title} />
        <p className="mt-1 text-meta text-soft">
          {site && <>{site}. </>}
          <span className="whitespace-nowrap">{datedWords(source)}.</span>
        </p>
      </div>
    </div>
  );
}

/** In a new tab, so that the sound goes on. */
function PageLink({ source, className }: { source: Source; className: string }) {
  const page = safeUrl(source);
  if (!page) return null;
  return (
    <a href={page} target="_blank" rel="noopener noreferrer nofollow" className={className}>
      Open the page<span className="sr-only">: {source.title}, in a new tab</span>
      <ExternalLink aria-hidden size={18} className="shrink-0" />
    </a>
  );
}
