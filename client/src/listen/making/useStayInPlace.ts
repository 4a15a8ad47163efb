import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the line that is read where it is on the screen when the page becomes that of the finished episode,
 * whose list of lines begins with the same ones. The ref is for the list.
 */
export function useStayInPlace(): RefObject<HTMLOListElement | null> {
  const list = useRef<HTMLOListElement>(null);
  useLayoutEffect(
    () => () => {
      const read = list.current && lineRead(list.current);
      if (!read) return;
      const restore = () => {
        const line = document.querySelector('ol[aria-label="Transcript"]')?.children[read.index];
        if (!line?.textContent?.includes(read.text)) return;
        const moved = line.getBoundingClientRect().top - read.top;
        scrollBy({ top: moved, behavior: 'instant' });
      };
      // Once the other page is there, and before it is painted; then again when the lines around are as
      // high as they are, and after that page has opened at the place of the sound.
      queueMicrotask(() => {
        restore();
        requestAnimationFrame(restore);
      });
    },
    [],
  );
  return list;
}

/** The line being heard if it is in sight, or the one in the middle of the screen. */
function lineRead(list: HTMLOListElement) {
  const lines = [...list.children];
  const isAt = (line: Element, from: number, to: number) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > from && top < to;
  };
  const heard = lines.findIndex((line) => line.getAttribute('aria-current') === 'true');
  const middle = innerHeight / 2;
  const index =
    lines[heard] && isAt(lines[heard], 0, innerHeight)
      ? heard
      : lines.findIndex((line) => isAt(line, middle, innerHeight));
  const line = lines[index];
  const text = line?.querySelector('[dir=auto]')?.textContent;
  return line && text ? { index, text, top: line.getBoundingClientRect().top } : null;
}
