import type { ReactNode } from 'react';

export function StatusBadge({ children, sign }: { children: ReactNode; sign?: boolean }) {
  if (sign) {
    return (
      <span className="inline-flex items-center gap-2.5 rounded-chip bg-air-fill px-4 py-2 font-bold text-[#fff] shadow-[0_0_0_3px_var(--ground),0_0_0_4px_var(--line),0_4px_28px_-4px_var(--air-fill)]">
        <span
          aria-hidden
          className="size-3 animate-[pulsate_2.4s_ease-in-out_infinite] rounded-full bg-[#fff]"
        />
        <span>{children}</span>
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-2 font-bold text-air">
      <span
        aria-hidden
        className="grid size-4 shrink-0 place-items-center rounded-full border-2 border-air"
      >
        <span className="size-2 animate-[pulsate_2.4s_ease-in-out_infinite] rounded-full bg-air" />
      </span>
      <span>{children}</span>
    </span>
  );
}
