import type { ReactNode } from 'react';

/** Nothing here yet: one sentence and one way on. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5 py-11">
      <p className="max-w-[26ch] font-display text-h2 text-balance">{title}</p>
      {children}
    </div>
  );
}
