import type { TrackedEvent, TrackedOrder } from './track.ts';

const LOADER = 'https://connect.facebook.net/en_US/fbevents.js';

/** Meta's base code: queues calls until the loader sets `callMethod`. */
type Fbq = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  push: Fbq;
  loaded: boolean;
  version: string;
  /** Keeps the loader from tracking page changes by itself. */
  disablePushState: boolean;
};
declare global {
  interface Window {
    fbq?: Fbq;
    _fbq?: Fbq;
  }
}

export type Pixel = {
  grant: () => void;
  /** Drops all further events and deletes the pixel's cookies. */
  revoke: () => void;
  report: (event: TrackedEvent | { name: 'ViewContent'; page: string }) => void;
  /** Sends events that waited for the loader or for a URL that may be shared. */
  flush: () => void;
};

/** Failures only log a warning: nothing on the page depends on the pixel. */
export function createPixel(id: string): Pixel {
  let granted = false;
  let loader: 'absent' | 'loading' | 'loaded' | 'failed' = 'absent';
  const pending: unknown[][] = [];

  const quietly = (act: () => void) => {
    try {
      act();
    } catch (error) {
      console.warn('The tracking pixel failed', error);
    }
  };

  function load() {
    loader = 'loading';
    const fbq = installQueue();
    // No automatic events: the pixel must not read buttons and page texts.
    fbq('set', 'autoConfig', false, id);
    fbq('init', id);
    const script = document.createElement('script');
    script.async = true;
    script.src = LOADER;
    script.onload = () => {
      loader = 'loaded';
      flush();
    };
    script.onerror = () => {
      loader = 'failed';
      pending.length = 0;
      console.warn('The tracking pixel did not load');
    };
    document.head.append(script);
  }

  function flush() {
    if (loader !== 'loaded' || !isShareable(window.location.search)) return;
    for (const call of pending.splice(0)) quietly(() => window.fbq?.('track', ...call));
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
        pending.length = 0;
        if (loader !== 'absent') window.fbq?.('consent', 'revoke');
        deleteCookies();
      }),
    report: (event) => {
      if (!granted || loader === 'failed') return;
      const call = callFor(event);
      if (call) pending.push(call);
      flush();
    },
  };
}

function callFor(event: Parameters<Pixel['report']>[0]): unknown[] | null {
  if (event.name === 'CompleteRegistration') return [event.name];
  if (event.name === 'ViewContent') return [event.name, { content_name: event.page }];
  const { name, order } = event;
  // A free episode is not a purchase: advertising is measured by revenue.
  if (name === 'Purchase' && order.total === 0) return null;
  if (!firstTime(`${name} ${order.id}`)) return null;
  return [name, productOf(order), { eventID: order.id }];
}

/** The pixel counts in dollars, an order in cents. */
const productOf = ({ duration, total, currency }: TrackedOrder) => ({
  content_type: 'product',
  content_ids: [`episode-${duration}`],
  value: total / 100,
  currency,
});

/** Installs the queue as Meta's base code does, unless the loader is present already. */
function installQueue(): Fbq {
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

/** The order's number, which events carry anyway, and what the advertisement added. */
const PUBLIC_PARAMETERS = /^(order|fbclid|utm_\w+)$/;

/**
 * The pixel sends the URL with every event, and ours may contain an email (`/auth`), a topic
 * (`/create`) or the key to an episode.
 */
function isShareable(search: string): boolean {
  return [...new URLSearchParams(search).keys()].every((name) => PUBLIC_PARAMETERS.test(name));
}

const COOKIES = ['_fbp', '_fbc'];

function deleteCookies(): void {
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  for (const name of COOKIES) {
    for (const domain of ['', ...domains.map((one) => `; Domain=${one}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in Safari and Firefox
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
}

const TRACKED_KEY = 'duologue.told';
/** Older entries are dropped: no page reports orders that old. */
const MAX_STORED = 60;

/** Entries that could not be stored; they hold for the visit. */
let unstored: string[] = [];

function readTracked(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(TRACKED_KEY) ?? '[]');
    const tracked = Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
    return [...new Set([...tracked, ...unstored])];
  } catch {
    return unstored;
  }
}

/** True the first time on this device, so that a reload does not report twice. */
function firstTime(what: string): boolean {
  const tracked = readTracked();
  if (tracked.includes(what)) return false;
  unstored = [...tracked, what].slice(-MAX_STORED);
  try {
    localStorage.setItem(TRACKED_KEY, JSON.stringify(unstored));
    unstored = [];
  } catch {
    // private window or full storage
  }
  return true;
}
