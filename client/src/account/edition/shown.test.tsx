import { render, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { App } from '../../app/App.tsx';
import {
  aHouse,
  aListening,
  anAccount,
  anAdminPodcast,
  anOrder,
  aPodcast,
  aVoice,
  someMinutes,
} from '../../testing/builders.ts';
import { inHouse, serve } from '../../testing/screen.tsx';
import { sellingWordsIn, textOf } from '../../testing/sellingWords.ts';

afterEach(() => vi.restoreAllMocks());

const paid = anOrder({
  status: 'paid',
  total: 0,
  listPrice: 0,
  podcast: { publicId: 'p1', status: 'processing', stage: 'queued' },
});
const making = aPodcast({ status: 'processing', stage: 'speaking', audioUrl: null });
const failed = aPodcast({
  publicId: 'p2',
  title: 'Lost tape',
  status: 'failed',
  failure: 'The voice was away for an hour.',
  audioUrl: null,
});
const at = '2026-03-04T05:06:07.000Z';
const empty = { nextCursor: null };

/** What the server of a house says to its admin. */
const answers = {
  'GET /api/auth/me': { user: anAccount({ isAdmin: true, hasMadeFirstPurchase: true }) },
  'GET /api/config': aHouse(),
  'GET /api/minutes': someMinutes(180),
  'GET /api/voices': { voices: [aVoice(), aVoice({ name: 'Lily' })] },
  'GET /api/samples': { samples: [], recording: 0 },
  'GET /api/orders': { orders: [paid, anOrder({ id: 'o2', status: 'expired' })], ...empty },
  'GET /api/orders/o1': { order: paid },
  'GET /api/orders/o2': { order: anOrder({ id: 'o2', status: 'expired' }) },
  'GET /api/podcasts': { podcasts: [aPodcast({ publicId: 'p3' }), making, failed], ...empty },
  'GET /api/podcasts/p1': { podcast: making },
  'GET /api/listen/tok': aListening({ followUps: ['Do fish glow, too?'] }),
  'GET /api/account/feed': { feedUrl: 'https://duologue.example/feeds/secret.xml' },
  'GET /api/admin/health': {
    health: { selling: true, producing: true, outages: [], spentToday: 0, cap: null },
  },
  'GET /api/admin/podcasts': { podcasts: [anAdminPodcast()], ...empty },
  'GET /api/admin/messages': { messages: [], ...empty },
  'GET /api/admin/users': { users: [], ...empty },
  'GET /api/admin/audit': { audit: [], ...empty },
  'GET /api/admin/costs': {
    costs: { today: 0, month: 0, cap: null, minutesAMonth: 300, accounts: [] },
  },
  'GET /api/admin/features': {
    features: { briefs: true, memory: true, previews: true, research: true, sources: true },
  },
  'GET /api/admin/checks': {
    checks: {
      at,
      bought: true,
      running: false,
      price: 10_000,
      whyNotBuy: null,
      findings: [{ provider: 'OpenAI', ok: true, sentence: 'The writer answers.' }],
    },
  },
  'GET /api/admin/models': {
    models: {
      current: { script: 'gpt-6-luna', speech: 'eleven_flash_v2_5', format: 'pcm_24000' },
      price: 450_000,
    },
  },
  'GET /api/admin/credits': { credits: null },
};

/** Each screen with something on it; the words that it may say in another sense. */
const screens: [path: string, shows: RegExp, allowed: string[]][] = [
  ['/create', /120 of 300 minutes left/, []],
  ['/dashboard', /Make it again/, []],
  ['/dashboard?panel=account', /Delete/, []],
  ['/dashboard?panel=feed', /Add your private feed/, []],
  ['/dashboard?receipt=o1', /Make it again/, []],
  ['/success?order=o1', /Putting it on your dashboard/, []],
  ['/success?order=o2', /This one wasn’t started/, []],
  ['/success', /We can’t find that episode/, []],
  ['/listen?episode=tok', /Do fish glow, too/, []],
  ['/checkout?order=o1', /Nothing is playing at this address/, []],
  ['/pricing', /Nothing is playing at this address/, []],
  ['/upgrade', /Nothing is playing at this address/, []],
  ['/terms', /Nothing is playing at this address/, []],
  ['/refund', /Nothing is playing at this address/, []],
  // What episodes cost those who run the house is in dollars.
  ['/admin?view=episodes', /Why the sea glows at night/, ['$']],
  ['/admin?view=costs', /Nobody has made an episode/, ['$']],
  ['/admin?view=messages', /Nobody has written/, ['$']],
  ['/admin?view=users', /Nobody has an account/, ['$']],
  ['/admin?view=audit', /Nothing has been done/, ['$']],
  // "All in order" is no order.
  ['/admin?view=providers', /The writer answers.*People can add sources/, ['$', 'order']],
];

test.each(screens)(
  '%s of a house has no word of buying',
  async (path, shows, allowed) => {
    vi.spyOn(window, 'scrollTo').mockReturnValue();
    serve(answers);
    window.history.replaceState(null, '', path);
    const { unmount } = render(inHouse(<App />));
    await waitFor(() => expect(document.body.textContent).toMatch(shows), { timeout: 15_000 });
    const words = sellingWordsIn(textOf(document.body.innerHTML));
    expect(words.filter((word) => !allowed.includes(word))).toEqual([]);
    unmount();
  },
  30_000,
);

test.each([
  ['http://house.example:4260', 'http://house.example:4260/listen?episode=tok'],
  [window.location.origin, null],
])('a house whose address is %s leads there: %s', async (address, link) => {
  const { house } = aHouse();
  serve({ ...answers, 'GET /api/config': aHouse({ house: house && { ...house, address } }) });
  window.history.replaceState(null, '', '/listen?episode=tok');
  const { unmount } = render(inHouse(<App />));
  await waitFor(() => expect(document.body.textContent).toMatch(/Do fish glow, too/));
  const found = document.querySelector('a[href^="http://house"]');
  expect(found?.getAttribute('href') ?? null).toBe(link);
  unmount();
});
