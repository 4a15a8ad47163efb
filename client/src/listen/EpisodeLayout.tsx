import type { ReactNode } from 'react';
import { Page } from '../ui/Page.tsx';
import { Cover } from './Cover.tsx';

type EpisodeLayoutProps = {
  /** Of the tab. */
  title: string;
  /** A `PlayerFrame`. */
  player: ReactNode;
  /** Undefined until it is known. */
  coverUrl: string | null | undefined;
  /** As for `Cover`, as its child. */
  standIn?: ReactNode;
  /** Under the cover on wide screens: the chapters. */
  aside?: ReactNode;
  children: ReactNode;
};

/** One column on phones; on wide screens the cover and the chapters stand beside the lines. */
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
        {/* On phones nothing may stand beyond the edge of the screen. */}
        <div className="min-w-0 px-5 pb-11 max-sm:overflow-x-clip lg:px-0">{children}</div>
      </div>
    </Page>
  );
}
