import { useEffect, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { Button } from '../../ui/Button.tsx';
import { choose, useChoice } from './choice.ts';
import { createPixel } from './pixel.ts';
import type { listen } from './track.ts';

/** Not the listen page: the pixel sends the URL, and there the URL is the key to the episode. */
const VIEWS: Record<string, string> = {
  '/': 'Home',
  '/pricing': 'Pricing',
  '/samples': 'Demos',
  '/create': 'Create Episode',
};

/** Pages where asking for consent would interrupt; the next page asks. */
const BUSY = /^\/(auth|forgot-password|reset-password|checkout|success|listen|admin)$/;

type TrackingProps = {
  pixelId: string;
  /** Set while the visitor is or may be signed in: the landing page then redirects them. */
  passesHome: boolean;
  listen: typeof listen;
};

export default function Tracking({ pixelId, passesHome, listen }: TrackingProps) {
  const choice = useChoice();
  const [path] = useLocation();
  const search = useSearch();
  const [pixel] = useState(() => createPixel(pixelId));
  const agreed = choice === 'agreed';
  const view = path === '/' && passesHome ? undefined : VIEWS[path];

  useEffect(() => {
    if (agreed) pixel.grant();
    else pixel.revoke();
  }, [agreed, pixel]);
  useEffect(() => listen(pixel.report), [listen, pixel]);
  useEffect(() => {
    if (agreed && view) pixel.report({ name: 'ViewContent', page: view });
  }, [agreed, view, pixel]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new URL is the reason to flush
  useEffect(pixel.flush, [path, search, pixel]);

  return choice === null && !BUSY.test(path) ? <ConsentBanner /> : null;
}

/** Both buttons look the same, and nothing is loaded or stored before an answer. */
function ConsentBanner() {
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
