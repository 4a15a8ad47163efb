import type { ReactNode } from 'react';

export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-5 py-7">
      <p className="max-w-[26ch] font-display text-h3">{title}</p>
      {children}
    </div>
  );
}
