import type { ReactNode } from 'react';
import { Title } from '../ui/Title.tsx';

type HeadingProps = {
  title: string;
  summary: string | null;
  /** Buttons beside the title; their space is kept while they load. */
  children?: ReactNode;
};

/** Title and summary of the episode. */
export function Heading({ title, summary, children }: HeadingProps) {
  return (
    <div className="mx-auto w-full max-w-column px-5">
      <div className="mt-1 mb-2 flex items-start gap-3">
        <Title as="h1" text={title} className="grow text-[1.625rem]! lg:pt-2" />
        <div className="-mr-2.5 flex h-11 w-22 shrink-0">{children}</div>
      </div>
      {summary && <p className="mb-4 text-soft">{summary}</p>}
    </div>
  );
}
