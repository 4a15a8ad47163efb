import type { TrackedEvent, TrackedOrder } from './track.ts';

const LOADER = 'https://connect.facebook.net/en_US/fbevents.js';

/** Meta's base code: queues calls until the loader sets `callMethod`. */
type Fbq = {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  push: (...call: unknown[]) => void;
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

type Reported = TrackedEvent | { name: 'ViewContent'; page: string };

/** Failures only log a warning: nothing on the page depends on the pixel. */
export function createPixel(id: string) {
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
    const fbq = window.fbq ?? createQueue();
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
    /** Sends events that waited for the loader or for a URL that may be shared. */
    flush,
    grant: () =>
      quietly(() => {
        granted = true;
        if (loader === 'absent') load();
        else window.fbq?.('consent', 'grant');
      }),
    /** Drops all further events and deletes the pixel's cookies. */
    revoke: () =>
      quietly(() => {
        granted = false;
        pending.length = 0;
        if (loader !== 'absent') window.fbq?.('consent', 'revoke');
        deleteCookies();
      }),
    report(event: Reported) {
      if (!granted || loader === 'failed') return;
      const call = callFor(event);
      if (call) pending.push(call);
      flush();
    },
  };
}

function callFor(event: Reported): unknown[] | null {
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

/** As in Meta's base code. */
function createQueue(): Fbq {
  const push = (...call: unknown[]) => {
    if (fbq.callMethod) fbq.callMethod(...call);
    else fbq.queue.push(call);
  };
  const own = { queue: [], push, loaded: true, version: '2.0', disablePushState: true };
  const fbq: Fbq = Object.assign(push, own);
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

/** What could not be stored; it holds for the visit. */
const unstored = new Set<string>();

/** True the first time on this device, so that a reload does not report twice. */
function firstTime(what: string): boolean {
  const key = `duologue.told ${what}`;
  try {
    if (unstored.has(key) || localStorage.getItem(key)) return false;
    localStorage.setItem(key, 'yes');
  } catch {
    // private window or full storage
    unstored.add(key);
  }
  return true;
}
