import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react';
import type { SpokenLines } from '#shared/episode.ts';
import type { Transcript } from '#shared/script.ts';
import type { Player } from '../../player/engine/player.ts';
import { SpeakerMark } from '../../player/engine/SpeakerMark.tsx';
import { firstSpoken, lastStarted } from '../../player/engine/started.ts';
import { usePlaying } from '../../player/engine/usePlaying.ts';
import { arrowKeyNavigation } from '../../ui/arrowKeyNavigation.ts';
import { classes } from '../../ui/classes.ts';
import { prefersReducedMotion } from '../../ui/prefersReducedMotion.ts';
import { TranscriptLine } from '../TranscriptLine.tsx';
import { scrollSmoothly } from '../useReaderScroll.ts';

type Line = SpokenLines['lines'][number];
type PlayableLine = Transcript['segments'][number];

type SpokenTranscriptProps = {
  lines: Line[];
  player: Player;
  hasStarted: boolean;
  /** Keeps the line being heard in sight. Before the start, newer lines would give the end away. */
  following: boolean;
  onGo: (time: number) => void;
};

const isPlayable = (line: Line): line is PlayableLine =>
  line.startTime !== null && line.endTime !== null;

/** Lines that can be heard are buttons; later ones say that they are not mixed yet. */
export function SpokenTranscript(props: SpokenTranscriptProps) {
  const { lines, player, hasStarted, following, onGo } = props;
  // A reaction laid over the line before is mixed with it, so there are no gaps.
  const playableLines = useMemo(() => {
    const beyond = lines.findIndex((line) => !isPlayable(line));
    return lines.slice(0, beyond < 0 ? lines.length : beyond).filter(isPlayable);
  }, [lines]);
  const current = usePlaying(player, ({ time }) => lastStarted(playableLines, time));
  const first = usePlaying(player, ({ time }) => firstSpoken(playableLines, time));
  const list = useScrollAnchor();
  const currentLine = useFollowedLine(current, following);
  return (
    <ol
      ref={list}
      aria-label="Transcript"
      onKeyDown={arrowKeyNavigation}
      className="flex flex-col gap-1"
    >
      {playableLines.map((segment, index) => (
        <TranscriptLine
          // Lines are only added, and a host may repeat a text.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          ref={index === current ? currentLine : undefined}
          segment={segment}
          player={hasStarted && index >= first && index <= current ? player : undefined}
          isStop={index === Math.max(current, 0)}
          onGo={onGo}
        />
      ))}
      {lines.slice(playableLines.length).map((line, index) => (
        <SpokenLine
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={playableLines.length + index}
          line={line}
          isFirst={index === 0}
        />
      ))}
    </ol>
  );
}

type SpokenLineProps = {
  line: Line;
  /** Only the first line without sound says so on the screen. */
  isFirst: boolean;
};

/** A line that has been spoken but is in no part yet. */
function SpokenLine({ line: { side, speaker, body }, isFirst }: SpokenLineProps) {
  const isA = side === 'A';
  return (
    <li
      data-side={side}
      className={classes(
        'py-2.5 transition-[opacity,translate] duration-300 motion-safe:starting:translate-y-4 motion-safe:starting:opacity-0',
        !isA && 'pl-[34px]',
      )}
    >
      <span className={classes('flex items-center gap-2 font-bold', isA ? 'text-a' : 'text-b')}>
        <SpeakerMark side={side} /> {speaker}
        <span className={isFirst ? 'ml-auto text-meta font-normal text-soft' : 'sr-only'}>
          sound in a moment
        </span>
      </span>
      <span dir="auto" className="block text-[1.125rem] leading-[1.42] text-soft">
        {body}
      </span>
    </li>
  );
}

/** Returns the ref of the line with index `current`. */
function useFollowedLine(current: number, following: boolean) {
  const line = useRef<HTMLLIElement>(null);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new current line is the reason to scroll
  useLayoutEffect(() => {
    if (!following || !line.current) return;
    const jumps = isFirst.current || prefersReducedMotion();
    isFirst.current = false;
    const show = () =>
      line.current?.scrollIntoView({ block: 'center', behavior: jumps ? 'auto' : 'smooth' });
    if (!jumps) return scrollSmoothly(show);
    show();
    // Lines that come into view may differ from their estimated height.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(show);
    });
    return () => cancelAnimationFrame(frame);
  }, [current, following]);
  return line;
}

/** Keeps the line being read in place when the page of the finished episode takes over. */
function useScrollAnchor(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(
    () => () => {
      const lines = [...(list.current?.children ?? [])];
      const index = indexRead(lines);
      const line = lines[index];
      const text = line?.querySelector('[dir=auto]')?.textContent;
      if (!line || !text) return;
      const { top } = line.getBoundingClientRect();
      // After the other page is mounted, before it is painted.
      queueMicrotask(() => showAgain(index, text, top));
    },
    [],
  );
  return list;
}

/** The line being heard if it is in sight, else the one in the middle of the screen. */
function indexRead(lines: Element[]): number {
  const isAt = (line: Element, from: number) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > from && top < innerHeight;
  };
  const playing = lines.findIndex((line) => line.getAttribute('aria-current') === 'true');
  return lines[playing] && isAt(lines[playing], 0)
    ? playing
    : lines.findIndex((line) => isAt(line, innerHeight / 2));
}

/** Lines drawn on either side: more than any screen shows. */
const AROUND = 30;

/** `top` is the distance from the top of the screen, px. */
function showAgain(index: number, text: string, top: number): void {
  const lines = [
    ...(document.querySelector('ol[aria-label="Transcript"]')?.children ?? []),
  ] as HTMLElement[];
  const line = lines[index];
  if (!line?.textContent?.includes(text)) return;
  const move = () => scrollBy({ top: line.getBoundingClientRect().top - top, behavior: 'instant' });
  // Lines never seen have an estimated height: draw these first, for their real height.
  const around = lines.slice(Math.max(0, index - AROUND), index + AROUND);
  const before = around.map(({ style }) => style.contentVisibility);
  for (const { style } of around) style.contentVisibility = 'visible';
  move();
  requestAnimationFrame(() => {
    // The page may have opened at the place of the sound in between.
    move();
    requestAnimationFrame(() => {
      around.forEach(({ style }, at) => {
        style.contentVisibility = before[at] ?? '';
      });
    });
  });
}
