import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { views } from './views.ts';

/** A row of chips that scrolls sideways on a phone, a column beside the view on a wide screen. */
export function ViewNav({ current }: { current: string }) {
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const chip = row.current?.querySelector(`[data-view="${current}"]`);
    // Only the row moves: scrollIntoView would move the page as well.
    if (row.current && chip instanceof HTMLElement) {
      row.current.scrollLeft = chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2;
    }
  }, [current]);
  return (
    <nav aria-label="Admin">
      <ul
        ref={row}
        className="relative -mx-5 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:sticky lg:top-5 lg:mx-0 lg:flex-col lg:gap-1 lg:overflow-visible lg:px-0"
      >
        {views.map(({ name, title }) => (
          <li key={name} data-view={name} className="shrink-0">
            <Link
              href={`/admin?view=${name}`}
              aria-current={name === current ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-chip border-[1.5px] border-rim px-4 font-bold whitespace-nowrap aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-ground lg:border-transparent"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
