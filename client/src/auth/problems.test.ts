import { expect, test } from 'vitest';
import { SessionFailure } from './googleSession.ts';
import { GoogleUnreachable } from './loadGoogle.ts';
import { authProblem, googleProblem, returnProblems } from './problems.ts';

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
] as const)('%s refused with "%s" is told as "%s"', (kind, message, title, description) => {
  expect(authProblem(kind, message)).toEqual({ title, description });
});

test('a message that contains several of the contents is told by the longest', () => {
  const both = 'Login failed: Invalid email or password';
  expect(authProblem('login', both).title).toBe('Invalid credentials');
  const registered = 'Registration failed: Registered but login failed';
  expect(authProblem('register', registered).title).toBe('Account created');
});

test('the words of one tab do not answer for the other', () => {
  expect(authProblem('login', 'Email already registered')).toEqual({
    title: 'Login failed',
    description: 'Email already registered',
  });
});

test('both ways a sign-in with Google comes back without one have their words', () => {
  expect(returnProblems.google_not_configured?.title).toBe('Google Sign-In Unavailable');
  expect(returnProblems.google_auth_failed?.title).toBe('Google Sign-In Error');
});

/** As Firebase's SDK throws them: the code is what it is known by. */
const sdkError = (code: string) =>
  Object.assign(new Error(`Firebase: Error (${code}).`), { name: 'FirebaseError', code });

const cancelled = 'Google sign-in was cancelled. Please try again if you want to continue.';
const unreachable =
  'We could not reach Google. Check your connection or content blocker and try again, or use email and password.';
const domain = 'This domain is not authorized for Firebase authentication. Please contact support.';
const other = 'Google Sign-In Error';
const fallback = "We couldn't sign you in with Google. Please try again.";

test.each([
  ['Popup closed by user', sdkError('auth/popup-closed-by-user'), 'Sign-in cancelled', cancelled],
  ['Consent refused', sdkError('auth/user-cancelled'), 'Sign-in cancelled', cancelled],
  [
    'Popup blocked',
    sdkError('auth/popup-blocked'),
    'Popup blocked',
    'Please allow popups for this site and try again.',
  ],
  ['Unauthorized domain', sdkError('auth/unauthorized-domain'), 'Domain not authorized', domain],
  ['Offline', sdkError('auth/network-request-failed'), other, unreachable],
  ['Google breaks', sdkError('auth/internal-error'), other, unreachable],
  ['Google never came', new GoogleUnreachable(new TypeError('offline')), other, unreachable],
  [
    'Other, with a message',
    sdkError('auth/user-disabled'),
    other,
    'Firebase: Error (auth/user-disabled).',
  ],
  ['Other, with an empty message', new Error(''), other, fallback],
  ['Other, no error at all', undefined, other, fallback],
  [
    'Session creation failed, with a message',
    new SessionFailure('The studio is full'),
    'Session Error',
    'The studio is full',
  ],
  [
    'Session creation failed, without one',
    new SessionFailure(''),
    'Session Error',
    'Session creation failed',
  ],
] as const)('Google: %s', (_row, error, title, description) => {
  expect(googleProblem(error)).toEqual({ title, description });
});

test('Google: a popup that a newer one took the place of is nothing to tell', () => {
  expect(googleProblem(sdkError('auth/cancelled-popup-request'))).toBeNull();
});
