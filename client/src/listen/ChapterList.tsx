import { clock } from '#shared/clock.ts';
import type { Chapters } from '#shared/script.ts';
import type { Player } from '../player/engine/player.ts';
import { lastStarted } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { classes } from '../ui/classes.ts';

type Chapter = Chapters['chapters'][number];

type ChapterListProps = {
  chapters: Chapters['chapters'];
  player: Player;
  onGo: (time: number) => void;
};

export function ChapterList({ chapters, player, onGo }: ChapterListProps) {
  const current = usePlaying(player, ({ time }) => Math.max(0, lastStarted(chapters, time)));
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
                  chapter={chapter}
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

type ProgressProps = { player: Player; chapter: Chapter; end: number };

function Progress({ player, chapter, end }: ProgressProps) {
  const time = usePlaying(player, (playing) => Math.floor(playing.time));
  const length = end - chapter.startTime;
  const played = length > 0 ? Math.min(1, Math.max(0, time - chapter.startTime) / length) : 0;
  return (
    <>
      <span className="block text-meta font-normal text-soft tabular-nums">
        {clock(end - Math.max(time, chapter.startTime))} left
      </span>
      <span
        aria-hidden
        className="absolute bottom-0 left-0 h-[3px] rounded-r-full bg-ink"
        style={{ width: `${played * 100}%` }}
      />
    </>
  );
}
