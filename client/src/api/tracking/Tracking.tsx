import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ConsentBanner } from './ConsentBanner.tsx';
import { useChoice } from './choice.ts';
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
