import { TextAlignStart } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { clock } from '#shared/clock.ts';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../player/engine/player.ts';
import { lastStarted } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { classes } from '../ui/classes.ts';
import { SheetButton } from '../ui/SheetButton.tsx';

type Chapter = Chapters['chapters'][number];
type ChapterListProps = { chapters: Chapter[]; player: Player; onGo: (time: number) => void };

const useCurrentIndex = (player: Player, chapters: Chapter[]) =>
  usePlaying(player, ({ time }) => Math.max(0, lastStarted(chapters, time)));

export function ChapterList({ chapters, player, onGo }: ChapterListProps) {
  const current = useCurrentIndex(player, chapters);
  const duration = usePlaying(player, (playing) => playing.duration);
  return (
    <ol className="-mx-3">
      {chapters.map((chapter, index) => (
        <li key={chapter.startTime}>
          <button
            type="button"
            aria-current={index === current || undefined}
            onClick={() => onGo(chapter.startTime)}
            className={classes(
              'relative flex min-h-14 lg:min-h-12 w-full items-center gap-3 overflow-hidden rounded-well px-3 py-2 text-left',
              index === current ? 'bg-button font-bold' : 'hover:bg-button/50',
            )}
          >
            <span aria-hidden className="w-6 shrink-0 font-display text-h3 text-soft">
              {index + 1}
            </span>
            <span className="min-w-0 grow leading-snug [overflow-wrap:anywhere]">
              <bdi>{chapter.title}</bdi>
              {index === current && (
                <Progress
                  player={player}
                  start={chapter.startTime}
                  end={chapters[index + 1]?.startTime ?? duration}
                />
              )}
            </span>{' '}
            <span className="shrink-0 text-meta font-normal text-soft tabular-nums">
              {clock(chapter.startTime)}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Progress({ player, start, end }: { player: Player; start: number; end: number }) {
  const time = usePlaying(player, (playing) => Math.max(Math.floor(playing.time), start));
  const played = end > start ? Math.min(1, (time - start) / (end - start)) : 0;
  return (
    <>
      <span className="block text-meta font-normal text-soft tabular-nums">
        {clock(end - time)} left
      </span>
      <span
        aria-hidden
        className="absolute bottom-0 left-0 h-[3px] rounded-r-full bg-ink"
        style={{ width: `${played * 100}%` }}
      />
    </>
  );
}

export function ChapterColumn({ chapters, player, onGo }: ChapterListProps) {
  const current = useCurrentIndex(player, chapters);
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

type ChapterButtonProps = { player: Player; chapters: Chapter[]; title: ReactNode };

export function ChapterButton({ player, chapters, title }: ChapterButtonProps) {
  const index = useCurrentIndex(player, chapters);
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
        {(closeSoon) => (
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
