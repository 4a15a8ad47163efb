import { Share } from 'lucide-react';
import { type CSSProperties, memo, type Ref } from 'react';
import { clock } from '#shared/clock.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { Player } from '../player/engine/player.ts';
import { SpeakerMark } from '../player/engine/SpeakerMark.tsx';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { classes } from '../ui/classes.ts';
import { placesOf } from './search/useSearch.ts';
import { LineMarks } from './sources/LineMarks.tsx';
import type { Mark } from './sources/useSources.ts';

type Segment = Transcript['segments'][number];

type TranscriptLineProps = {
  segment: Segment;
  chapter?: Chapters['chapters'][number] | undefined;
  /** The same host spoke the line before. */
  isContinued?: boolean | undefined;
  /** Set for the line being spoken. */
  player?: Player | undefined;
  /** Search text to highlight; set only where the line has it. */
  wanted?: string | undefined;
  /** Index of the first character of the hit that the search shows. */
  shown?: number | undefined;
  /** Near where the page opens, so laid out even off screen. */
  isNear?: boolean | undefined;
  /** Whether Tab reaches this line; arrow keys reach the others. */
  isStop: boolean;
  onGo: (time: number) => void;
  marks?: Mark[] | undefined;
  onReceipt?: ((mark: Mark) => void) | undefined;
  onShare?: ((segment: Segment) => void) | undefined;
  ref?: Ref<HTMLLIElement> | undefined;
};

export const TranscriptLine = memo(function TranscriptLine(props: TranscriptLineProps) {
  const { segment, chapter, isContinued, player, wanted, shown, isNear, isStop, onGo } = props;
  const { marks, onReceipt, onShare, ref } = props;
  const isA = segment.side === 'A';
  // Marks and buttons stand in the row of the name.
  const hidesName = isContinued && !player && !marks;
  return (
    <li
      ref={ref}
      data-side={segment.side}
      // `--row`: characters in a row of text, for the estimate.
      className="scroll-mt-24 scroll-mb-72 [--row:40] sm:[--row:63] lg:scroll-mb-32 lg:[--row:54] xl:[--row:80]"
      style={player || isNear ? undefined : offScreen(segment, chapter !== undefined)}
      aria-current={player ? 'true' : undefined}
    >
      {chapter && (
        <h2 className="flex items-baseline justify-between gap-4 pt-9 pb-3 text-h3 [li:first-child>&]:pt-1">
          <bdi>{chapter.title}</bdi>{' '}
          <span className="shrink-0 font-sans text-meta text-soft tabular-nums">
            {clock(chapter.startTime)}
          </span>
        </h2>
      )}
      <div className="relative">
        <button
          type="button"
          tabIndex={isStop ? 0 : -1}
          onClick={() => onGo(segment.startTime)}
          className={classes(
            'relative block w-full scroll-mt-20 scroll-mb-72 rounded-well py-2.5 text-left outline-offset-[-2px] lg:scroll-mb-32',
            !isA && 'pl-[34px]',
          )}
        >
          {player && (
            <span
              aria-hidden
              className={classes(
                'absolute inset-y-0 shadow-lift transition-opacity duration-[180ms] starting:opacity-0',
                isA
                  ? '-left-5 right-0 rounded-r-[44px] sm:rounded-l-well spoken-a'
                  : '-right-5 left-3.5 rounded-l-[44px] sm:rounded-r-well spoken-b',
              )}
            />
          )}
          <span className={classes('relative block', player && 'py-1.5 pr-4')}>
            <span
              className={classes(
                hidesName ? 'sr-only' : 'flex items-center gap-2 font-bold',
                isA ? 'text-a' : 'text-b',
              )}
            >
              <SpeakerMark side={segment.side} /> {segment.speaker}
            </span>
            <span
              dir="auto"
              // One font weight, so that the highlight moves no words.
              className={classes(
                'block',
                player
                  ? 'text-[1.25rem] leading-[1.38] font-semibold'
                  : 'text-[1.125rem] leading-[1.42]',
                (wanted || !player) && 'text-soft',
              )}
            >
              {wanted && <Highlighted text={segment.body} wanted={wanted} shown={shown} />}
              {!wanted && player && <Spoken segment={segment} player={player} />}
              {!wanted && !player && segment.body}
            </span>
          </span>
        </button>
        {((marks && onReceipt) || (player && onShare)) && (
          // Beside the name, where they move no words. A button may not contain buttons.
          <div
            className={classes(
              'absolute flex max-w-3/5 justify-end',
              player ? 'top-4 right-4' : 'top-2.5 right-0',
            )}
          >
            {marks && onReceipt && <LineMarks marks={marks} isStop={isStop} onOpen={onReceipt} />}
            {player && onShare && (
              <button
                type="button"
                aria-label="Share this line"
                tabIndex={isStop ? 0 : -1}
                onClick={() => onShare(segment)}
                className="relative -mr-2 grid h-6 w-11 shrink-0 place-items-center text-soft before:absolute before:inset-x-0 before:-inset-y-2.5"
              >
                <Share aria-hidden size={18} />
              </button>
            )}
          </div>
        )}
      </div>
    </li>
  );
});

/**
 * Hundreds of lines off screen would delay every tap; the estimate lets a jump land near its line.
 * Not for a line being spoken: its highlight overflows. The last row is half full on average.
 */
const offScreen = ({ body }: Segment, hasHeading: boolean): CSSProperties => ({
  contentVisibility: 'auto',
  containIntrinsicBlockSize: `auto calc(${(hasHeading ? HEADING : 0) + FRAME}px + ${ROW}px * max(1, ${body.length} / var(--row) + 0.5))`,
});

/** Estimates in px: a chapter's heading, name and padding of a line, and one row of text. */
const HEADING = 71;
const FRAME = 44;
const ROW = 26;

function Spoken({ segment, player }: { segment: Segment; player: Player }) {
  const reached = usePlaying(player, ({ time }) => spokenUpTo(segment, time));
  return (
    <>
      {segment.body.slice(0, reached)}
      <span className="text-soft">{segment.body.slice(reached)}</span>
    </>
  );
}

/** Characters spoken by `time`, to the end of a word; assumes an even speech rate. */
export function spokenUpTo(segment: Segment, time: number): number {
  const length = segment.endTime - segment.startTime;
  if (time >= segment.endTime || length <= 0) return segment.body.length;
  const reached = Math.floor(
    (Math.max(time - segment.startTime, 0) / length) * segment.body.length,
  );
  const space = segment.body.indexOf(' ', reached);
  return space < 0 ? segment.body.length : space;
}

type HighlightedProps = { text: string; wanted: string; shown: number | undefined };

function Highlighted({ text, wanted, shown }: HighlightedProps) {
  const places = placesOf(wanted, text);
  return (
    <>
      {text.slice(0, places[0]?.from)}
      {places.map(({ from, to }, index) => (
        <span key={from}>
          <mark
            className={classes(
              'rounded-[4px] px-0.5',
              from === shown ? 'bg-ink text-ground' : 'bg-ink/25 text-ink',
            )}
          >
            {text.slice(from, to)}
          </mark>
          {text.slice(to, places[index + 1]?.from)}
        </span>
      ))}
    </>
  );
}

/** By index of the line that the chapter begins with. */
export function headingsOf(chapters: Chapters['chapters'], segments: Transcript['segments']) {
  return new Map(
    chapters.map((chapter) => [
      segments.findIndex(({ startTime }) => startTime >= chapter.startTime),
      chapter,
    ]),
  );
}
