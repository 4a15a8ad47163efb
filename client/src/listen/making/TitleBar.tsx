import { type ReactNode, useEffect, useRef, useState } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Title } from '../../ui/Title.tsx';

/**
 * Keeps sign and title in sight on phones once the heading has scrolled away, as the newest line is far below
 * it. On wide screens the steps stay beside the lines.
 */
export function TitleBar({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLDivElement>(null);
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const title = heading.current?.querySelector('h1');
    if (!title) return;
    const observer = new IntersectionObserver(
      ([seen]) => seen && setAway(seen.intersectionRatio < 1 && seen.boundingClientRect.top < 0),
      { threshold: 1 },
    );
    observer.observe(title);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <div ref={heading}>{children}</div>
      {isAway && (
        // The heading is still there for whoever does not see it.
        <div
          aria-hidden
          className="fixed inset-x-0 top-0 z-20 border-b lg:hidden border-line bg-ground transition-[translate] duration-200 motion-safe:starting:-translate-y-full"
        >
          <div className="mx-auto flex min-h-13 max-w-column items-center gap-4 px-5 py-2">
            <Title as="p" text={title} className="line-clamp-2 min-w-0 grow text-[1.125rem]!" />
            <span className="shrink-0 whitespace-nowrap">
              <StatusBadge>On air</StatusBadge>
            </span>
          </div>
        </div>
      )}
    </>
  );
}
