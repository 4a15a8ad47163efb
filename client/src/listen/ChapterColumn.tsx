import { useEffect, useRef } from 'react';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../player/engine/player.ts';
import { lastStarted } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { ChapterList } from './ChapterList.tsx';

type ChapterColumnProps = {
  chapters: Chapters['chapters'];
  player: Player;
  onGo: (time: number) => void;
};

export function ChapterColumn({ chapters, player, onGo }: ChapterColumnProps) {
  const current = usePlaying(player, ({ time }) => lastStarted(chapters, time));
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // Phones hide it, and asking for its place would lay out the page once more.
    if (!matchMedia('(width >= 64rem)').matches) return;
    // `scrollIntoView` would scroll the page, too.
    const row = box.current?.querySelectorAll('li')[current];
    if (box.current && row) box.current.scrollTop = row.offsetTop - row.offsetHeight;
  }, [current]);
  if (chapters.length === 0) return null;
  return (
    <nav
      ref={box}
      aria-label="Chapters"
      className="relative -mx-1.5 min-h-0 overflow-y-auto overscroll-contain mask-[linear-gradient(to_top,transparent,black_1.5rem)] px-4.5 pt-1.5 pb-6"
    >
      <ChapterList chapters={chapters} player={player} onGo={onGo} />
    </nav>
  );
}
