import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** A problem that a person should look at. */
export function FlagNote({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 flex items-start gap-2 font-semibold text-err">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  );
}
