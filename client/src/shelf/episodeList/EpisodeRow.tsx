import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Podcast } from '#shared/episode.ts';
import { Title } from '../../ui/Title.tsx';

type EpisodeRowProps = {
  children: ReactNode;
  action?: ReactNode;
  foot: ReactNode;
  more?: ReactNode;
};

export function EpisodeRow({ children, action, foot, more }: EpisodeRowProps) {
  return (
    <li className="border-t border-line py-4">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 grow">{children}</div>
        {action}
      </div>
      {foot && (
        <div className="mt-2 flex items-center gap-4">
          <div className="min-w-0 grow">{foot}</div>
          {more}
        </div>
      )}
    </li>
  );
}

export function TitleLink({ podcast }: { podcast: Podcast }) {
  return (
    <Link href={podcast.listenUrl} className="-my-1.5 block rounded-chip py-1.5">
      <Title text={podcast.title} className="line-clamp-2" />
    </Link>
  );
}
