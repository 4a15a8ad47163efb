import type { ReactNode } from 'react';

/** A form's title and one sentence about it. */
export function Heading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-4 text-center">
      <h1 className="text-h2">{title}</h1>
      <p className="mt-1.5 text-balance text-soft">{children}</p>
    </div>
  );
}
