import { TextAlignStart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../ui/player.ts';
import { SheetButton } from '../ui/SheetButton.tsx';
import { lastStarted } from '../ui/started.ts';
import { usePlaying } from '../ui/usePlaying.ts';
import { ChapterList } from './ChapterList.tsx';

type ChapterButtonProps = {
  player: Player;
  chapters: Chapters['chapters'];
  /** Shown where there are no chapters. */
  title: ReactNode;
};

/** The current chapter; opens the list of all chapters. */
export function ChapterButton({ player, chapters, title }: ChapterButtonProps) {
  const index = usePlaying(player, ({ time }) => Math.max(0, lastStarted(chapters, time)));
  const current = chapters[index];
  if (!current) return <p className="flex min-h-11 items-center truncate font-bold">{title}</p>;
  return (
    <SheetButton
      className="flex min-h-11 w-full items-center gap-3 rounded-chip text-left lg:flex-col lg:items-start lg:justify-center lg:gap-0"
      face={
        <>
          <span className="min-w-0 grow truncate font-bold lg:max-w-full lg:grow-0">
            {current.title}
          </span>{' '}
          <span className="shrink-0 text-meta text-soft">
            <span className="max-lg:sr-only">Chapter</span> {index + 1} of {chapters.length}
          </span>
          <TextAlignStart aria-hidden size={22} className="shrink-0 text-soft lg:hidden" />
        </>
      }
      title="Where to?"
      small
    >
      {(_close, closeSoon) => (
        <ChapterList
          chapters={chapters}
          player={player}
          onGo={(time) => {
            player.seek(time);
            player.play();
            closeSoon();
          }}
        />
      )}
    </SheetButton>
  );
}
