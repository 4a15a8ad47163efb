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

/**
 * Queries that may be seen outside: an order's number, which goes with the event anyway, and what
 * the advertisement itself put there.
 */
const PLAIN = /^(order|fbclid|utm_\w+)$/;

/**
 * Whether an address holds nothing but its page. The pixel sends the address along with every
 * event, and ours may hold an email (`/auth`), a topic (`/create`) or the key to an episode.
 */
function isPlain(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => PLAIN.test(name));
}

/** What the pixel leaves with us: a number for the browser, and the click that led here. */
const COOKIES = ['_fbp', '_fbc'];

/** Takes the pixel's cookies away, from our host and from the domains above it. */
function forgetCookies(): void {
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, place) => labels.slice(place).join('.'));
  for (const name of COOKIES) {
    for (const domain of ['', ...domains.map((one) => `; Domain=${one}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in Safari and Firefox
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
}

const TRACKED_KEY = 'duologue.told';
/** Older ones are forgotten: no page of an order so old tells of it again. */
const MOST_KEPT = 60;

/** What this browser would not keep; it holds for the visit. */
let unkept: string[] = [];

function read(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(TRACKED_KEY) ?? '[]');
    const tracked = Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
    return [...new Set([...tracked, ...unkept])];
  } catch {
    return unkept;
  }
}

/** True the first time on this device, so that a reload or a second look counts nothing twice. */
function firstTime(what: string): boolean {
  const tracked = read();
  if (tracked.includes(what)) return false;
  unkept = [...tracked, what].slice(-MOST_KEPT);
  try {
    localStorage.setItem(TRACKED_KEY, JSON.stringify(unkept));
    unkept = [];
  } catch {
    // private windows and full disks
  }
  return true;
}
