import { useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../ui/classes.ts';

export function Summary({ text }: { text: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isShort, setShort] = useState(false);
  const box = useRef<HTMLParagraphElement>(null);
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
    <div className="mt-3 flex items-end gap-3">
      <p
        ref={isOpen ? undefined : box}
        dir="auto"
        className={classes('grow text-soft', !isOpen && 'line-clamp-2')}
      >
        {text}
      </p>
      {!isOpen && (
        <button
          type="button"
          aria-label="More of the summary"
          onClick={() => setOpen(true)}
          // Keeps its room, so that nothing moves when it turns out not to be needed.
          className={classes(
            'relative font-bold underline decoration-[1.5px] underline-offset-[5px] before:absolute before:-inset-x-3 before:-inset-y-2.5',
            isShort && 'invisible',
          )}
        >
          More
        </button>
      )}
    </div>
  );
}
