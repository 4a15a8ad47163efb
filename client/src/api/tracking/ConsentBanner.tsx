import { useEffect } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { choose } from './choice.ts';

/** Both buttons look the same, and nothing is loaded or stored before an answer. */
export function ConsentBanner() {
  useEffect(() => {
    const { style } = document.documentElement;
    // The focused element must not be hidden behind it (WCAG 2.2, 2.4.11).
    style.scrollPaddingBottom = '16rem';
    return () => {
      style.scrollPaddingBottom = '';
    };
  }, []);
  return (
    <section
      aria-label="Tracking"
      className="fixed inset-x-3 bottom-[calc(var(--deck-height,0px)+var(--sticky-footer-height,0px)+max(0.75rem,env(safe-area-inset-bottom)))] z-30 mx-auto max-w-[440px] rounded-card bg-panel p-4 shadow-lift outline-[1.5px] outline-rim lg:right-5 lg:left-auto lg:mx-0 lg:w-[320px] xl:bottom-[calc(1.25rem+var(--deck-height,0px))]"
    >
      <p role="status" className="text-meta">
        May Meta’s pixel count this visit, so that we can see which ads work? Off unless you agree.{' '}
        <Link href="/privacy" className="underline underline-offset-2">
          Privacy
        </Link>
      </p>
      <div className="mt-3 grid grid-cols-2 gap-3">
        <Button onClick={() => choose('declined')}>No thanks</Button>
        <Button onClick={() => choose('agreed')}>Agree</Button>
      </div>
    </section>
  );
}
