import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { ConsentBanner } from './ConsentBanner.tsx';
import { useChoice } from './choice.ts';
import { createPixel } from './pixel.ts';
import type { listen } from './track.ts';

/**
 * The pages whose content counts as seen. The listen page is none of them: the pixel sends the
 * address along, and there the address is the key to the episode.
 */
const VIEWS: Record<string, string> = {
  '/': 'Home',
  '/pricing': 'Pricing',
  '/samples': 'Demos',
  '/create': 'Create Episode',
};

/** Where somebody is in the middle of something, the question waits for the next page. */
const BUSY = /^\/(auth|forgot-password|reset-password|checkout|success|listen|admin)$/;

type TrackingProps = {
  pixelId: string;
  /** Whoever is signed in, or may be, only passes through the landing page. */
  passesHome: boolean;
  listen: typeof listen;
};

/** Asks whether this visit may be counted, and counts it after a yes. */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address is the reason to look
  useEffect(pixel.flush, [path, search, pixel]);

  return choice === null && !BUSY.test(path) ? <ConsentBanner /> : null;
}
