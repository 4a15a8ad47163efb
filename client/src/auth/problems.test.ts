import { expect, test } from 'vitest';
import { authProblem, returnProblems } from './problems.ts';

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
