import type { ReactNode } from 'react';
import { SpeakerMark } from '../player/engine/SpeakerMark.tsx';
import { classes } from '../ui/classes.ts';
import { Title } from '../ui/Title.tsx';
import { Cover } from './Cover.tsx';
import { Summary } from './Summary.tsx';

type HeadingProps = {
  title: string;
  summary: string | null;
  /** Empty until the hosts are known. */
  hosts: readonly string[];
  coverUrl: string | null | undefined;
  /** Buttons above the title; their space is kept while they load. */
  children?: ReactNode;
};

export function Heading({ title, summary, hosts, coverUrl, children }: HeadingProps) {
  return (
    <div className="mb-5">
      <div className="mb-3 flex min-h-12 items-center gap-3">
        <Cover url={coverUrl} className="w-12 rounded-[10px] lg:hidden" />
        <p className="flex min-w-0 grow flex-col gap-x-5 leading-[1.4] font-bold sm:flex-row sm:flex-wrap">
          {hosts.map((host, index) => (
            <span
              key={index === 0 ? 'A' : 'B'}
              className={classes(
                'flex min-w-0 items-center gap-2 text-meta sm:text-body',
                index === 0 ? 'text-a' : 'text-b',
              )}
            >
              <SpeakerMark side={index === 0 ? 'A' : 'B'} />
              <span className="truncate">{host}</span>
            </span>
          ))}
        </p>
        <div className="-mr-2.5 flex h-11 w-33 shrink-0 justify-end">{children}</div>
      </div>
      <Title as="h1" text={title} className="text-[1.625rem]! lg:text-[2.25rem]!" />
      {summary && <Summary text={summary} />}
    </div>
  );
}
