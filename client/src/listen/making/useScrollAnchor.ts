import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Keeps the line being read in place when the page of the finished episode takes over. */
export function useScrollAnchor(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(
    () => () => {
      const read = list.current && lineRead(list.current);
      // After the other page is mounted, before it is painted.
      if (read) queueMicrotask(() => showAgain(read));
    },
    [],
  );
  return list;
}

interface LineRead {
  index: number;
  text: string;
  /** Distance from the top of the screen, px. */
  top: number;
}

/** The line being heard if it is in sight, else the one in the middle of the screen. */
function lineRead(list: HTMLOListElement): LineRead | null {
  const lines = [...list.children];
  const isAt = (line: Element, from: number, to: number) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > from && top < to;
  };
  const playing = lines.findIndex((line) => line.getAttribute('aria-current') === 'true');
  const middle = innerHeight / 2;
  const index =
    lines[playing] && isAt(lines[playing], 0, innerHeight)
      ? playing
      : lines.findIndex((line) => isAt(line, middle, innerHeight));
  const line = lines[index];
  const text = line?.querySelector('[dir=auto]')?.textContent;
  return line && text ? { index, text, top: line.getBoundingClientRect().top } : null;
}

/** Lines drawn on either side: more than any screen shows. */
const AROUND = 30;

function showAgain({ index, text, top }: LineRead): void {
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
