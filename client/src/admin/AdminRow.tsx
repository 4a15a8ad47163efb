import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { momentOf } from './format.ts';

type AdminRowProps = {
  title: ReactNode;
  aside?: ReactNode;
  children?: ReactNode;
  onOpen?: (() => void) | undefined;
};

export function AdminRow({ title, aside, children, onOpen }: AdminRowProps) {
  const body = (
    <>
      <span className="block min-w-0 grow">
        <span className="block font-bold [overflow-wrap:anywhere]">{title}</span>
        <span className="block text-meta text-soft [overflow-wrap:anywhere]">{children}</span>
      </span>
      {aside && <span className="shrink-0">{aside}</span>}
    </>
  );
  const appearance = 'flex w-full items-start justify-between gap-4 py-4 text-left';
  if (!onOpen) return <div className={appearance}>{body}</div>;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className={`${appearance} rounded-chip`}
    >
      {body}
    </button>
  );
}

export function Facts({ facts }: { facts: ReactNode[] }) {
  const there = facts.filter((fact) => fact !== null && fact !== false && fact !== '');
  return (
    <span className="flex flex-wrap gap-x-3.5">
      {there.map((fact, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fact is known by its place
        <span key={place}>{fact}</span>
      ))}
    </span>
  );
}

export function FlagNote({ children }: { children: ReactNode }) {
  return (
    <span className="mt-1 flex items-start gap-2 font-semibold text-err">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </span>
  );
}

/** In the admin's own time zone. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {momentOf(at, new Date())}
    </time>
  );
}
