import type { ReactNode } from 'react';
import { Page } from '../ui/Page.tsx';
import { Cover } from './Cover.tsx';

type EpisodeLayoutProps = {
  title: string;
  /** A `PlayerFrame`. */
  player: ReactNode;
  coverUrl: string | null | undefined;
  standIn?: ReactNode;
  /** Under the cover, on wide screens only. */
  aside?: ReactNode;
  children: ReactNode;
};

export function EpisodeLayout(props: EpisodeLayoutProps) {
  const { title, player, coverUrl, standIn, aside, children } = props;
  return (
    <Page title={title} layout="full" className="flex flex-col">
      {player}
      <div className="mx-auto w-full max-w-column grow lg:grid lg:max-w-[1280px] lg:grid-cols-[20rem_minmax(0,42rem)] lg:justify-between lg:gap-x-18 lg:px-22 lg:pt-2">
        <div className="hidden lg:block">
          <aside className="sticky top-7 flex max-h-[calc(100dvh-var(--deck-height,0px)-12.5rem)] flex-col gap-5">
            <Cover url={coverUrl} className="max-h-[40dvh] w-full rounded-card">
              {standIn}
            </Cover>
            {aside}
          </aside>
        </div>
        {/* On phones, nothing may reach beyond the edge of the screen. */}
        <div className="min-w-0 px-5 pb-11 max-sm:overflow-x-clip lg:px-0">{children}</div>
      </div>
    </Page>
  );
}
