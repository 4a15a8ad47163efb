import { useId, useRef } from 'react';

/** The heading of a card, which takes the focus of a button that is gone. */
export function useHeading() {
  const id = useId();
  const ref = useRef<HTMLHeadingElement>(null);
  return {
    id,
    focus: () => ref.current?.focus({ preventScroll: true }),
    props: { ref, id, tabIndex: -1, className: 'font-sans text-body font-bold outline-none' },
  };
}
