import type { ReactNode } from 'react';

type EpisodeListProps = {
  title?: string | undefined;
  rows?: ReactNode;
  feed?: ReactNode;
  search?: ReactNode;
  /** Below the episodes, or instead of them. */
  children?: ReactNode;
};

export function EpisodeList(props: EpisodeListProps) {
  const { title = 'Your episodes', rows, feed, search, children } = props;
  return (
    <section aria-labelledby="episodes" className="mt-7 mb-7 lg:first:mt-0">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        <h2 id="episodes" tabIndex={-1} className="outline-none lg:py-[7px]">
          {title}
        </h2>
        {feed}
      </div>
      {search}
      {rows}
      {children}
    </section>
  );
}
