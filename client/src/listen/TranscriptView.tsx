import { useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Chapters, Transcript } from '#shared/script.ts';
import type { Player } from '../player/engine/player.ts';
import { firstSpoken, lastStarted } from '../player/engine/started.ts';
import { usePlaying } from '../player/engine/usePlaying.ts';
import { arrowKeyNavigation } from '../ui/arrowKeyNavigation.ts';
import { prefersReducedMotion } from '../ui/prefersReducedMotion.ts';
import type { TranscriptSearch } from './search/useSearch.ts';
import type { Mark } from './sources/useSources.ts';
import { headingsOf, TranscriptLine } from './TranscriptLine.tsx';
import { scrollSmoothly, useReaderScroll } from './useReaderScroll.ts';

type TranscriptViewProps = {
  segments: Transcript['segments'];
  chapters: Chapters['chapters'];
  /** By index of the line. */
  marks: Map<number, Mark[]>;
  player: Player;
  following: boolean;
  /** The reader has scrolled. */
  onLeave: () => void;
  onGo: (time: number) => void;
  onReceipt: (mark: Mark) => void;
  onShare: (segment: Transcript['segments'][number]) => void;
  search: Pick<TranscriptSearch, 'wanted' | 'hit'>;
  /** Lines that the page has shown stay, however far beyond the sound. */
  hasShownLines: boolean;
};

/** Lines laid out at once around the opening place: a wrong estimate would move the text. */
const NEAR = 15;

export function TranscriptView(props: TranscriptViewProps) {
  const { segments, chapters, marks, player, following, onLeave } = props;
  const { onGo, onReceipt, onShare, search, hasShownLines } = props;
  const { wanted, hit } = search;
  const needle = wanted.toLowerCase();
  const current = usePlaying(player, ({ time }) => lastStarted(segments, time));
  // Two hosts may talk at once: both lines are marked, and the later one is followed.
  const first = usePlaying(player, ({ time }) => firstSpoken(segments, time));
  const started = useStarted(player);
  const line = useRef<HTMLLIElement>(null);
  const headings = useMemo(() => headingsOf(chapters, segments), [chapters, segments]);
  const place = useMemo(() => lastStarted(segments, player.get().time), [segments, player]);
  // A long episode has hundreds of lines beyond: they are drawn when nothing else waits.
  const drawn = useDeferredValue(segments.length, hasShownLines ? segments.length : place + NEAR);
  // Tab goes on to the marks of the focused line.
  const [focused, setFocused] = useState<number | null>(null);
  useReaderScroll(() => started && onLeave());

  // Opens at the listener's line, in the frame that first paints the lines.
  const isOpen = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the arrival of the lines is a reason
  useLayoutEffect(() => {
    if (isOpen.current || segments.length === 0) return;
    isOpen.current = true;
    if (!following || current <= 0) return;
    const show = () => line.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
    show();
    // Lines that came into view may be taller than estimated.
    requestAnimationFrame(show);
  }, [segments.length]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current line is the reason to scroll
  useEffect(() => {
    if (!following || !started) return;
    const isStill = player.get().phase === 'paused';
    const jumps = isStill || prefersReducedMotion();
    const show = () =>
      line.current?.scrollIntoView({ block: 'center', behavior: jumps ? 'instant' : 'smooth' });
    if (!isStill) return scrollSmoothly(show);
    // A seek without sound is over at once, and the next scroll is the reader's.
    show();
  }, [current, following, started, player]);

  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (!hit) return;
    const place = list.current?.children[hit.line];
    place?.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [hit]);

  return (
    <ol
      ref={list}
      aria-label="Transcript"
      onKeyDown={arrowKeyNavigation}
      onFocus={({ currentTarget, target }) =>
        setFocused([...currentTarget.children].findIndex((item) => item.contains(target)))
      }
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || setFocused(null)
      }
      className="flex flex-col gap-1"
    >
      {segments.slice(0, drawn).map((segment, index) => (
        <TranscriptLine
          key={segment.startTime}
          ref={index === current ? line : undefined}
          segment={segment}
          chapter={headings.get(index)}
          isContinued={segment.side === segments[index - 1]?.side && !headings.has(index)}
          player={index >= first && index <= current ? player : undefined}
          isNear={Math.abs(index - place) < NEAR}
          isStop={index === (focused ?? Math.max(current, 0))}
          marks={marks.get(index)}
          onGo={onGo}
          onReceipt={onReceipt}
          onShare={onShare}
          wanted={needle !== '' && segment.body.toLowerCase().includes(needle) ? wanted : undefined}
          shown={hit?.line === index ? hit.from : undefined}
        />
      ))}
    </ol>
  );
}

/** Whether anything was played or sought; until then the page does not follow. */
function useStarted(player: Player): boolean {
  const isPlaying = usePlaying(
    player,
    ({ phase, jumps }) => phase === 'playing' || phase === 'waiting' || jumps > 0,
  );
  const [started, setStarted] = useState(isPlaying);
  if (isPlaying && !started) setStarted(true);
  return started;
}
