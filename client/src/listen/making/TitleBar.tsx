import { type ReactNode, useEffect, useRef, useState } from 'react';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Title } from '../../ui/Title.tsx';

/** Keeps the title in sight on phones, where the newest line is far below the heading. */
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
        // The heading itself is still there for screen readers.
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
