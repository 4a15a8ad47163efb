import type { ReactNode } from 'react';

/** The red lamp: something is being recorded now. It breathes while it is lit. */
export function Lamp({ children = 'On air' }: { children?: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-2 font-bold text-air">
      <span
        aria-hidden
        className="grid size-4 shrink-0 place-items-center rounded-full border-2 border-air"
      >
        <span className="size-2 animate-[breathe_2.4s_ease-in-out_infinite] rounded-full bg-air" />
      </span>
      <span>{children}</span>
    </span>
  );
}
