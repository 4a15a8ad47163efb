import { TextAlignStart } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../player/engine/player.ts';
import { lastStarted } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { SheetButton } from '../ui/SheetButton.tsx';
import { ChapterList } from './ChapterList.tsx';

type ChapterButtonProps = {
  player: Player;
  chapters: Chapters['chapters'];
  title: ReactNode;
};

export function ChapterButton({ player, chapters, title }: ChapterButtonProps) {
  const index = usePlaying(player, ({ time }) => Math.max(0, lastStarted(chapters, time)));
  const current = chapters[index];
  if (!current) return <p className="flex min-h-11 items-center truncate font-bold">{title}</p>;
  const place = `${index + 1} of ${chapters.length}`;
  return (
    <>
      <SheetButton
        className="flex min-h-11 w-full items-center gap-3 rounded-chip text-left lg:hidden"
        face={
          <>
            <bdi className="min-w-0 grow truncate font-bold">{current.title}</bdi>{' '}
            <span className="shrink-0 text-meta text-soft">
              <span className="sr-only">Chapter</span> {place}
            </span>
            <TextAlignStart aria-hidden size={22} className="shrink-0 text-soft" />
          </>
        }
        title="Where to?"
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
      {/* On wide screens the list stands beside the transcript. */}
      <div className="hidden lg:block">
        <p dir="auto" className="line-clamp-2 leading-6 font-bold">
          {current.title}
        </p>
        <p className="text-meta text-soft">Chapter {place}</p>
      </div>
    </>
  );
}
