import { type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes.ts';

type StickyFooterProps = {
  children: ReactNode;
  /** Drops the bar on wide screens, where the button stands beside the list (`TwoColumns`). */
  beside?: boolean | undefined;
};

export function StickyFooter({ children, beside }: StickyFooterProps) {
  const bar = useRef<HTMLDivElement>(null);
  // Publishes its height as --sticky-footer-height for other things at the foot of the screen.
  // Measuring during render would force a layout each time.
  useEffect(() => {
    const page = document.documentElement.style;
    const observer = new ResizeObserver(([seen]) => {
      page.setProperty(
        '--sticky-footer-height',
        `${Math.ceil(seen?.borderBoxSize[0]?.blockSize ?? 0)}px`,
      );
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      page.removeProperty('--sticky-footer-height');
    };
  }, []);
  return (
    <div
      ref={bar}
      className={classes(
        'sticky bottom-(--deck-height,0px) z-20 -mx-5 border-t border-line bg-panel px-5 pt-3 pb-[max(1.25rem,calc(env(safe-area-inset-bottom)-var(--deck-height,0px)))]',
        beside
          ? 'lg:static lg:mx-0 lg:border-0 lg:bg-transparent lg:p-0'
          : 'lg:bottom-[calc(1.25rem+var(--deck-height,0px))] lg:mb-11 lg:rounded-card lg:border-0 lg:pt-5 lg:shadow-lift',
      )}
    >
      {children}
    </div>
  );
}
