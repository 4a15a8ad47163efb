import { isPlain } from './address.ts';
import { forgetCookies } from './cookies.ts';
import { firstTime } from './firstTime.ts';
import type { Happening, TrackedOrder } from './track.ts';

const LOADER = 'https://connect.facebook.net/en_US/fbevents.js';

/** The queue of Meta's base code: calls wait in it until the loader brings `callMethod`. */
type Fbq = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  push: Fbq;
  loaded: boolean;
  version: string;
  /** Without it the loader counts every change of page by itself. */
  disablePushState: boolean;
};
declare global {
  interface Window {
    fbq?: Fbq;
    _fbq?: Fbq;
  }
}

export type Pixel = {
  /** Loads the pixel if it is not here yet, and lets events through. */
  grant: () => void;
  /** Lets nothing through any more and takes the pixel's cookies away. */
  revoke: () => void;
  report: (happening: Happening | { name: 'ViewContent'; page: string }) => void;
  /** Sends what waited for the loader or for an address that may be seen. */
  flush: () => void;
};

/** Meta's pixel `id`. It fails in silence but for a warning: nothing on the page waits for it. */
export function createPixel(id: string): Pixel {
  let granted = false;
  let loader: 'absent' | 'loading' | 'here' | 'failed' = 'absent';
  const outbox: unknown[][] = [];

  const quietly = (act: () => void) => {
    try {
      act();
    } catch (error) {
      console.warn('The tracking pixel failed', error);
    }
  };

  function load() {
    loader = 'loading';
    const fbq = ready();
    // No reading of buttons and page texts: what is told is told by us.
    fbq('set', 'autoConfig', false, id);
    fbq('init', id);
    const script = document.createElement('script');
    script.async = true;
    script.src = LOADER;
    script.onload = () => {
      loader = 'here';
      flush();
    };
    script.onerror = () => {
      loader = 'failed';
      outbox.length = 0;
      console.warn('The tracking pixel did not load');
    };
    document.head.append(script);
  }

  function flush() {
    if (loader !== 'here' || !isPlain(window.location.search)) return;
    for (const call of outbox.splice(0)) quietly(() => window.fbq?.('track', ...call));
  }

  return {
    flush,
    grant: () =>
      quietly(() => {
        granted = true;
        if (loader === 'absent') load();
        else window.fbq?.('consent', 'grant');
      }),
    revoke: () =>
      quietly(() => {
        granted = false;
        outbox.length = 0;
        if (loader !== 'absent') window.fbq?.('consent', 'revoke');
        forgetCookies();
      }),
    report: (happening) => {
      if (!granted || loader === 'failed') return;
      const call = callFor(happening);
      if (call) outbox.push(call);
      flush();
    },
  };
}

/** What `fbq('track', …)` is given, or null where there is nothing to count. */
function callFor(happening: Parameters<Pixel['report']>[0]): unknown[] | null {
  if (happening.name === 'CompleteRegistration') return [happening.name];
  if (happening.name === 'ViewContent') return [happening.name, { content_name: happening.page }];
  const { name, order } = happening;
  // A free episode is no purchase: advertising is measured by the money it brings.
  if (name === 'Purchase' && order.total === 0) return null;
  if (!firstTime(`${name} ${order.id}`)) return null;
  return [name, goodsOf(order), { eventID: order.id }];
}

/** An order as goods: how many minutes for how many dollars. */
const goodsOf = ({ duration, total, currency }: TrackedOrder) => ({
  content_type: 'product',
  content_ids: [`episode-${duration}`],
  value: total / 100,
  currency,
});

/** The queue, made as Meta's base code makes it; a loader that is here already is kept. */
function ready(): Fbq {
  if (window.fbq) return window.fbq;
  const fbq: Fbq = (...call) => {
    if (fbq.callMethod) fbq.callMethod(...call);
    else fbq.queue.push(call);
  };
  fbq.queue = [];
  fbq.push = fbq;
  fbq.loaded = true;
  fbq.version = '2.0';
  fbq.disablePushState = true;
  window.fbq = fbq;
  window._fbq = fbq;
  return fbq;
}
