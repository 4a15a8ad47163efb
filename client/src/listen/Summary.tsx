import { useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../ui/classes.ts';

/** A text folded to two lines, with a key for the rest at the end of the second. */
export function Summary({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isShort, setShort] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
  // The key floats within the two lines, so that nothing moves when it turns out not to be needed.
  useLayoutEffect(() => {
    const folded = box.current;
    if (!folded) return;
    const measure = () => setShort(folded.scrollHeight <= folded.clientHeight + 1);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(folded);
    return () => observer.disconnect();
  }, []);
  return (
    <p
      ref={isOpen ? undefined : box}
      className={classes('mt-3 text-soft', !isOpen && 'max-h-[2lh] overflow-hidden')}
    >
      {!isOpen && !isShort && (
        <>
          <span aria-hidden className="float-right h-[1lh] w-0" />
          <span className="float-right clear-both flex gap-1 pl-2">
            …
            <button
              type="button"
              aria-label="More of the summary"
              onClick={() => setOpen(true)}
              className="relative font-bold text-ink underline decoration-[1.5px] underline-offset-[5px] before:absolute before:-inset-x-3 before:-inset-y-2.5"
            >
              More
            </button>
          </span>
        </>
      )}
      {text}
    </p>
  );
}
