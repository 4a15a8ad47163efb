import { expect, test } from 'vitest';
import { SessionFailure } from './googleSignIn.ts';
import { authProblem, googleProblem } from './problems.ts';

const credentials =
  'The email or password you entered is incorrect. Please double-check and try again.';
const google = 'This account was created with Google. Please use the Google login button instead.';
const exists =
  'This email is already registered. Please try logging in instead, or use a different email.';
const information = 'Please enter a valid email address and a password with at least 6 characters.';
const created = 'Your account was created successfully! Please try logging in now.';

test.each([
  ['login', 'Invalid email or password', 'Invalid credentials', credentials],
  ['login', 'Account created with Google', 'Use Google Login', google],
  [
    'login',
    'Invalid login data',
    'Invalid format',
    'Please enter a valid email address and password.',
  ],
  [
    'login',
    'Login failed',
    'Login error',
    'Something went wrong while logging you in. Please try again.',
  ],
  ['login', 'Too many tries, wait a minute', 'Login failed', 'Too many tries, wait a minute'],
  ['register', 'Email already registered', 'Account already exists', exists],
  ['register', 'Invalid registration data', 'Invalid information', information],
  ['register', 'Registered but login failed', 'Account created', created],
  [
    'register',
    'Registration failed',
    'Registration error',
    'Something went wrong while creating your account. Please try again.',
  ],
  ['register', 'The studio is closed', 'Registration failed', 'The studio is closed'],
] as const)('%s refused with "%s" shows the title "%s"', (kind, message, title, description) => {
  expect(authProblem(kind, message)).toEqual({ title, description });
});

test('a message that matches several known texts is shown as the most telling of them', () => {
  const both = 'Login failed: Invalid email or password';
  expect(authProblem('login', both).title).toBe('Invalid credentials');
  const registered = 'Registration failed: Registered but login failed';
  expect(authProblem('register', registered).title).toBe('Account created');
});

test('a message known for registering is not recognised for signing in', () => {
  expect(authProblem('login', 'Email already registered')).toEqual({
    title: 'Login failed',
    description: 'Email already registered',
  });
});

/** An error as Firebase's SDK throws it, identified by its code. */
const sdkError = (code: string) =>
  Object.assign(new Error(`Firebase: Error (${code}).`), { name: 'FirebaseError', code });

const cancelled = 'Google sign-in was cancelled. Please try again if you want to continue.';
const unreachable =
  'We couldn’t reach Google. Check your connection or content blocker and try again, or use email and password.';
const domain = 'This domain is not authorized for Firebase authentication. Please contact support.';
const other = 'Google Sign-In Error';
const fallback = "We couldn't sign you in with Google. Please try again.";

test.each([
  ['the popup was closed', sdkError('auth/popup-closed-by-user'), 'Sign-in cancelled', cancelled],
  ['consent was refused', sdkError('auth/user-cancelled'), 'Sign-in cancelled', cancelled],
  [
    'the popup was blocked',
    sdkError('auth/popup-blocked'),
    'Popup blocked',
    'Please allow popups for this site and try again.',
  ],
  [
    'the domain is not authorized',
    sdkError('auth/unauthorized-domain'),
    'Domain not authorized',
    domain,
  ],
  [
    'the browser is offline',
    sdkError('auth/network-request-failed'),
    'Google can’t be reached',
    'Firebase: Error (auth/network-request-failed).',
  ],
  [
    'Google has an internal error',
    sdkError('auth/internal-error'),
    'Google can’t be reached',
    'Firebase: Error (auth/internal-error).',
  ],
  ['Google cannot be reached', new Error(unreachable), other, unreachable],
  [
    'the key may not be used from this site',
    sdkError('auth/requests-from-referer-https://duologue.example/-are-blocked.'),
    'Google Sign-In Unavailable',
    'Firebase: Error (auth/requests-from-referer-https://duologue.example/-are-blocked.).',
  ],
  [
    'the key may not be used without a referrer',
    sdkError('auth/requests-from-referer-<empty>-are-blocked.'),
    'Google Sign-In Unavailable',
    'Firebase: Error (auth/requests-from-referer-<empty>-are-blocked.).',
  ],
  [
    'a newer popup replaced this one',
    sdkError('auth/cancelled-popup-request'),
    other,
    'Firebase: Error (auth/cancelled-popup-request).',
  ],
  [
    'another error has a message',
    sdkError('auth/user-disabled'),
    other,
    'Firebase: Error (auth/user-disabled).',
  ],
  ['another error has an empty message', new Error(''), other, fallback],
  ['the error is undefined', undefined, other, fallback],
  [
    'creating the session failed with a message',
    new SessionFailure('The studio is full'),
    'Session Error',
    'The studio is full',
  ],
  [
    'creating the session failed without a message',
    new SessionFailure(''),
    'Session Error',
    'Session creation failed',
  ],
] as const)(
  'signing in with Google shows the right toast when %s',
  (_row, error, title, description) => {
    expect(googleProblem(error)).toEqual({ title, description });
  },
);
