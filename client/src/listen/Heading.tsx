import type { ReactNode } from 'react';
import { Title } from '../ui/Title.tsx';

type HeadingProps = {
  title: string;
  summary: string | null;
  /** Keys beside the title; their room is kept while they are on their way. */
  children?: ReactNode;
};

/** What the episode is called and about, at the head of its page. */
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
