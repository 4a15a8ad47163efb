import { expect, test } from 'vitest';
import { mira } from '../../testing/builders.ts';
import { serve } from '../../testing/screen.tsx';
import { createGoogleSession } from './googleSignIn.ts';

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
