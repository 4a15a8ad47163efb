import { waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { mira } from '../../testing/builders.ts';
import { serve } from '../../testing/screen.tsx';
import { createGoogleSession, loadGoogle, watchNextWindow } from './googleSignIn.ts';

const src = 'https://apis.google.example/js/api.js';
const settings = {
  apiKey: 'key',
  projectId: 'project',
  authDomain: 'project.firebaseapp.com',
  tokenSyncUrl: null,
  standin: { url: 'https://firebase.example', script: src },
};
const scripts = () => document.head.querySelectorAll(`script[src="${src}"]`);

test('an empty Google script counts as unreachable, and the next try loads it again', async () => {
  for (const tries of [1, 2]) {
    const google = loadGoogle(settings);
    await waitFor(() => expect(scripts()).toHaveLength(tries));
    scripts()[tries - 1]?.dispatchEvent(new Event('load'));
    await expect(google).rejects.toThrow('We couldn’t reach Google. Check your connection');
  }
});

const real = window.open;
const hasFocus = document.hasFocus;
afterEach(() => {
  window.open = real;
  document.hasFocus = hasFocus;
});

/** A browser that opens windows: jsdom has none. */
function browser() {
  const windows: { closed: boolean }[] = [];
  const open = () => {
    const opened = { closed: false };
    windows.push(opened);
    return opened as Window;
  };
  window.open = open;
  document.hasFocus = () => true;
  return { open, windows };
}

test('watchNextWindow reports that the window was closed and restores window.open', async () => {
  const { open, windows } = browser();
  let told = 0;
  const stop = watchNextWindow(() => {
    told += 1;
  });
  window.open('https://accounts.example');
  expect(window.open).toBe(open);
  const [popup] = windows;
  if (!popup) throw new Error('no window');
  popup.closed = true;
  await expect.poll(() => told).toBe(1);
  stop();
  expect(windows).toHaveLength(1);
});

test('watchNextWindow reports a closed window only once our page has the focus again', async () => {
  const { windows } = browser();
  let here = false;
  document.hasFocus = () => here;
  let toldWhile: boolean | null = null;
  const stop = watchNextWindow(() => {
    toldWhile = here;
  });
  window.open();
  const [popup] = windows;
  if (!popup) throw new Error('no window');
  popup.closed = true;
  // A check may run before that, and must not report.
  await new Promise((resolve) => setTimeout(resolve, 300));
  here = true;
  await expect.poll(() => toldWhile).toBe(true);
  stop();
});

test('stopping watchNextWindow before a window was opened restores window.open', () => {
  const { open } = browser();
  const stop = watchNextWindow(() => undefined);
  expect(window.open).not.toBe(open);
  stop();
  expect(window.open).toBe(open);
});

const path = 'POST /api/auth/firebase-session';
const who = {
  firebaseToken: 'a.b.c',
  user: { uid: 'u1', email: mira.email, displayName: 'Mira', photoURL: null },
};
const entered = { success: true, message: 'Welcome', user: mira, isNewUser: true };

test.each([true, false])(
  'a Google session is created, confirmed a second later, and returns isNewUser %s',
  async (isNewUser) => {
    let madeAt = 0;
    let seenAt = 0;
    const sent = serve({
      [path]: () => {
        madeAt = performance.now();
        return { status: 200, body: { ...entered, isNewUser } };
      },
      'GET /api/auth/me': () => {
        seenAt = performance.now();
        return { status: 200, body: { user: mira } };
      },
    });
    expect(await createGoogleSession(who)).toBe(isNewUser);
    // A player of another file of this worker may still be saving its place.
    const own = sent.filter(({ call }) => call.includes('/api/auth/'));
    expect(own.map(({ call, body }) => [call, body])).toEqual([
      [path, who],
      ['GET /api/auth/me', undefined],
    ]);
    // Timers may fire a millisecond early.
    expect(seenAt - madeAt).toBeGreaterThan(998);
  },
);

const answer = (status: number, body: unknown) => ({ [path]: () => ({ status, body }) });

test.each([
  ['a refusal', answer(403, { message: 'Not tonight', code: 'no' }), 'Not tonight'],
  [
    'a refusal without a message',
    answer(403, { message: '', code: 'no' }),
    'Session creation failed',
  ],
  ['an HTML error page', answer(502, '<h1>Bad'), 'Session creation failed'],
  ['a reply that is not JSON', answer(200, '<h1>Hello'), 'Session creation failed'],
  [
    'a reply with success: false',
    answer(200, { ...entered, success: false, message: 'Full' }),
    'Full',
  ],
  [
    'a reply without a user',
    answer(200, { success: false, message: 'Nope', user: null, isNewUser: false }),
    'Nope',
  ],
  ['no answer', {}, 'The studio isn’t answering right now. Try again in a minute.'],
])(
  'a Google session that gets %s fails with a readable message and is not confirmed',
  async (_what, answers, text) => {
    const sent = serve(answers);
    await expect(createGoogleSession(who)).rejects.toMatchObject({
      name: 'SessionFailure',
      message: text,
    });
    expect(sent).toHaveLength(1);
  },
);

test.each([
  ['no user', () => ({ status: 200, body: { user: null } })],
  ['an error', () => ({ status: 500, body: 'broken' })],
])('a Google session fails when the check afterwards returns %s', async (_what, me) => {
  serve({ [path]: entered, 'GET /api/auth/me': me });
  await expect(createGoogleSession(who)).rejects.toMatchObject({
    name: 'SessionFailure',
    message: expect.stringContaining('couldn’t confirm your session'),
  });
});
