import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { navigate } from 'wouter/use-browser-location';
import { open, serve } from '../../testing/screen.tsx';
import { CHOICE_KEY } from './choice.ts';
import { PixelGate } from './PixelGate.tsx';
import { TrackingChoices } from './TrackingChoices.tsx';
import { type TrackedOrder, track } from './track.ts';

const order: TrackedOrder = { id: 'o1', duration: 20, total: 749, currency: 'USD' };
const goods = {
  content_type: 'product',
  content_ids: ['episode-20'],
  value: 7.49,
  currency: 'USD',
};

const loaders = () => document.head.querySelectorAll('script[src*="connect.facebook.net"]');
const banner = () => screen.queryByRole('region', { name: 'Tracking' });

/** What the page sent to Meta, in order. */
let tracked: unknown[][];
let warnings: unknown[][];
const { warn } = console;

beforeEach(() => {
  localStorage.clear();
  tracked = [];
  warnings = [];
  console.warn = (...words: unknown[]) => void warnings.push(words);
});
afterEach(() => {
  console.warn = warn;
  for (const loader of loaders()) loader.remove();
  delete window.fbq;
  delete window._fbq;
  for (const name of ['globalPrivacyControl', 'doNotTrack']) {
    Reflect.deleteProperty(navigator, name);
  }
});

function visit(path: string, pixelId: string | null = '1234567890') {
  serve({ 'GET /api/auth/me': { user: null }, 'GET /api/config': { pixelId } });
  return open(
    path,
    <>
      <PixelGate passesHome={false} />
      <TrackingChoices />
    </>,
  );
}

/** Meta's loader arrives and takes over the queue, like the real one. */
function arrive() {
  const [loader] = loaders();
  if (!loader || !window.fbq) throw new Error('Nobody asked for the loader');
  window.fbq.callMethod = (...call) => void tracked.push(call);
  for (const call of window.fbq.queue.splice(0)) window.fbq.callMethod(...call);
  act(() => void loader.dispatchEvent(new Event('load')));
}
const events = () => tracked.filter(([command]) => command === 'track').map(([, ...rest]) => rest);

async function agreeTo(path: string) {
  const page = visit(path);
  fireEvent.click(await screen.findByRole('button', { name: 'Agree' }));
  await waitFor(() => expect(loaders()).toHaveLength(1));
  arrive();
  return page;
}

test('without a pixel no consent is asked and nothing is loaded, even after an earlier yes', async () => {
  localStorage.setItem(CHOICE_KEY, 'agreed');
  visit('/pricing', null);
  track('Purchase', order);
  await act(async () => {});
  expect(banner()).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Tracking choices' })).not.toBeInTheDocument();
  expect(loaders()).toHaveLength(0);
});

test('nothing is loaded before consent, nor after "No thanks"', async () => {
  const { unmount } = visit('/pricing');
  const region = within(await screen.findByRole('region', { name: 'Tracking' }));
  track('CompleteRegistration');
  expect(loaders()).toHaveLength(0);
  fireEvent.click(region.getByRole('button', { name: 'No thanks' }));
  expect(banner()).not.toBeInTheDocument();
  track('Purchase', order);
  expect(loaders()).toHaveLength(0);

  unmount();
  visit('/pricing');
  await screen.findByRole('button', { name: 'Tracking choices' });
  expect(banner()).not.toBeInTheDocument();
  expect(loaders()).toHaveLength(0);
});

test.each([
  ['globalPrivacyControl', true],
  ['doNotTrack', '1'],
])('a browser that sends %s is not asked and not tracked', async (name, value) => {
  Object.defineProperty(navigator, name, { value, configurable: true });
  localStorage.setItem(CHOICE_KEY, 'agreed');
  visit('/pricing');
  fireEvent.click(await screen.findByRole('button', { name: 'Tracking choices' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/Your browser asks sites not to track you/)).toBeInTheDocument();
  expect(sheet.queryByRole('button', { name: 'Agree' })).not.toBeInTheDocument();
  expect(banner()).not.toBeInTheDocument();
  track('Purchase', order);
  expect(loaders()).toHaveLength(0);
});

test('the two consent buttons look the same, "No thanks" first', async () => {
  visit('/');
  const region = within(await screen.findByRole('region', { name: 'Tracking' }));
  const [first, second] = region.getAllByRole('button');
  expect([first?.textContent, second?.textContent]).toEqual(['No thanks', 'Agree']);
  expect(first?.className).toBe(second?.className);
});

test('after consent the pixel is loaded once, with its automatic tracking off', async () => {
  await agreeTo('/pricing');
  expect(loaders()[0]).toHaveAttribute('src', 'https://connect.facebook.net/en_US/fbevents.js');
  expect(tracked.slice(0, 2)).toEqual([
    ['set', 'autoConfig', false, '1234567890'],
    ['init', '1234567890'],
  ]);
  expect(window.fbq?.disablePushState).toBe(true);
  expect(localStorage.getItem(CHOICE_KEY)).toBe('agreed');
  expect(banner()).not.toBeInTheDocument();
});

test('the five tracking events carry a page, a length and a price, and nothing personal', async () => {
  await agreeTo('/create');
  track('CompleteRegistration');
  const whole = { ...order, topic: 'Bees', email: 'mira@example.com' };
  track('AddToCart', whole);
  track('InitiateCheckout', whole);
  track('Purchase', whole);
  expect(events()).toEqual([
    ['ViewContent', { content_name: 'Create Episode' }],
    ['CompleteRegistration'],
    ['AddToCart', goods, { eventID: 'o1' }],
    ['InitiateCheckout', goods, { eventID: 'o1' }],
    ['Purchase', goods, { eventID: 'o1' }],
  ]);
});

test('an event from before the pixel was loaded is sent later if consent was given', async () => {
  localStorage.setItem(CHOICE_KEY, 'agreed');
  track('AddToCart', order);
  visit('/checkout?order=o1');
  await waitFor(() => expect(loaders()).toHaveLength(1));
  arrive();
  expect(events()).toEqual([['AddToCart', goods, { eventID: 'o1' }]]);
});

test('a purchase is tracked once per device, also after a reload', async () => {
  const { unmount } = await agreeTo('/');
  track('Purchase', order);
  track('Purchase', order);
  unmount();
  visit('/success?order=o1');
  await screen.findByRole('button', { name: 'Tracking choices' });
  track('Purchase', order);
  track('Purchase', { ...order, id: 'o2' });
  const bought = () => events().filter(([name]) => name === 'Purchase');
  await waitFor(() => expect(loaders()).toHaveLength(2));
  loaders()[1]?.dispatchEvent(new Event('load'));
  expect(bought().map(([, , options]) => options)).toEqual([{ eventID: 'o1' }, { eventID: 'o2' }]);
});

test('a free episode is not tracked as a purchase', async () => {
  await agreeTo('/');
  track('Purchase', { ...order, total: 0 });
  expect(events().map(([name]) => name)).toEqual(['ViewContent']);
});

test('views of the home, pricing and demo pages are tracked; listen and legal pages are not', async () => {
  await agreeTo('/');
  for (const path of ['/pricing', '/listen?episode=secret', '/samples', '/terms']) {
    act(() => navigate(path));
  }
  expect(events()).toEqual([
    ['ViewContent', { content_name: 'Home' }],
    ['ViewContent', { content_name: 'Pricing' }],
    ['ViewContent', { content_name: 'Demos' }],
  ]);
});

test('an event waits while the URL contains an email, because Meta reads the URL', async () => {
  await agreeTo('/');
  act(() => navigate('/auth?next=%2Fcreate&email=mira%40example.com'));
  track('CompleteRegistration');
  expect(events().map(([name]) => name)).toEqual(['ViewContent']);
  act(() => navigate('/create'));
  expect(events().map(([name]) => name)).toEqual([
    'ViewContent',
    'CompleteRegistration',
    'ViewContent',
  ]);
});

test('consent is not asked on the sign-in page, but on the page after it', async () => {
  visit('/auth');
  await screen.findByRole('button', { name: 'Tracking choices' });
  await act(async () => {});
  expect(banner()).not.toBeInTheDocument();
  act(() => navigate('/pricing'));
  expect(await screen.findByRole('region', { name: 'Tracking' })).toBeInTheDocument();
});

/** Storage is full until the returned function is called. */
function fillStorage(): () => void {
  const { setItem } = Storage.prototype;
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  return () => {
    Storage.prototype.setItem = setItem;
  };
}

test('with full storage a withdrawn consent holds for the visit, and the old yes is deleted', async () => {
  await agreeTo('/pricing');
  const empty = fillStorage();
  try {
    fireEvent.click(screen.getByRole('button', { name: 'Tracking choices' }));
    fireEvent.click(await screen.findByRole('button', { name: 'No thanks' }));
    expect(tracked.at(-1)).toEqual(['consent', 'revoke']);
    expect(banner()).not.toBeInTheDocument();
    expect(localStorage.getItem(CHOICE_KEY)).toBeNull();
  } finally {
    empty();
  }
  fireEvent.click(screen.getByRole('button', { name: 'Tracking choices' }));
  fireEvent.click(await screen.findByRole('button', { name: 'No thanks' }));
  expect(localStorage.getItem(CHOICE_KEY)).toBe('declined');
});

test('with full storage "No thanks" still closes the consent question', async () => {
  visit('/pricing');
  const empty = fillStorage();
  try {
    fireEvent.click(await screen.findByRole('button', { name: 'No thanks' }));
    expect(banner()).not.toBeInTheDocument();
  } finally {
    empty();
  }
  fireEvent.click(screen.getByRole('button', { name: 'Tracking choices' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Agree' }));
});

test('with full storage a purchase is tracked once per visit', async () => {
  await agreeTo('/');
  const empty = fillStorage();
  try {
    track('Purchase', { ...order, id: 'o3' });
    track('Purchase', { ...order, id: 'o4' });
    track('Purchase', { ...order, id: 'o3' });
  } finally {
    empty();
  }
  track('Purchase', { ...order, id: 'o4' });
  const bought = events().filter(([name]) => name === 'Purchase');
  expect(bought.map(([, , options]) => options)).toEqual([{ eventID: 'o3' }, { eventID: 'o4' }]);
});

test('withdrawing consent tells Meta, deletes its cookies and stops all events', async () => {
  await agreeTo('/pricing');
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie that the pixel would set
  document.cookie = '_fbp=fb.1.2.3; Path=/';
  fireEvent.click(screen.getByRole('button', { name: 'Tracking choices' }));
  const sheet = within(await screen.findByRole('dialog'));
  expect(sheet.getByText(/You agreed/)).toBeInTheDocument();
  fireEvent.click(sheet.getByRole('button', { name: 'No thanks' }));
  expect(tracked.at(-1)).toEqual(['consent', 'revoke']);
  expect(document.cookie).not.toContain('_fbp');
  track('Purchase', order);
  expect(events().map(([name]) => name)).toEqual(['ViewContent']);

  fireEvent.click(screen.getByRole('button', { name: 'Tracking choices' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Agree' }));
  expect(tracked.some(([command, what]) => command === 'consent' && what === 'grant')).toBe(true);
  expect(loaders()).toHaveLength(1);
});

test('declining in another tab withdraws consent in this one', async () => {
  await agreeTo('/pricing');
  localStorage.setItem(CHOICE_KEY, 'declined');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: CHOICE_KEY })));
  expect(tracked.at(-1)).toEqual(['consent', 'revoke']);
});

test('a blocked pixel loader only logs a warning', async () => {
  visit('/pricing');
  fireEvent.click(await screen.findByRole('button', { name: 'Agree' }));
  await waitFor(() => expect(loaders()).toHaveLength(1));
  act(() => void loaders()[0]?.dispatchEvent(new Event('error')));
  expect(() => track('Purchase', order)).not.toThrow();
  expect(warnings).toEqual([['The tracking pixel did not load']]);
});

test('a pixel that throws only logs a warning', async () => {
  await agreeTo('/pricing');
  const broken = new Error('pixel broke');
  if (window.fbq) {
    window.fbq.callMethod = () => {
      throw broken;
    };
  }
  expect(() => track('Purchase', order)).not.toThrow();
  expect(warnings).toEqual([['The tracking pixel failed', broken]]);
});
