import { SessionFailure } from './googleSession.ts';

export type AuthKind = 'login' | 'register';
export type AuthProblem = { title: string; description: string };

type Row = [content: string, title: string, description: string];

const catalogue: Record<AuthKind, { rows: Row[]; otherwise: string }> = {
  login: {
    rows: [
      [
        'Invalid email or password',
        'Invalid credentials',
        'The email or password you entered is incorrect. Please double-check and try again.',
      ],
      [
        'Account created with Google',
        'Use Google Login',
        'This account was created with Google. Please use the Google login button instead.',
      ],
      ['Invalid login data', 'Invalid format', 'Please enter a valid email address and password.'],
      [
        'Login failed',
        'Login error',
        'Something went wrong while logging you in. Please try again.',
      ],
    ],
    otherwise: 'Login failed',
  },
  register: {
    rows: [
      [
        'Email already registered',
        'Account already exists',
        'This email is already registered. Please try logging in instead, or use a different email.',
      ],
      [
        'Invalid registration data',
        'Invalid information',
        'Please enter a valid email address and a password with at least 6 characters.',
      ],
      [
        'Registered but login failed',
        'Account created',
        'Your account was created successfully! Please try logging in now.',
      ],
      [
        'Registration failed',
        'Registration error',
        'Something went wrong while creating your account. Please try again.',
      ],
    ],
    otherwise: 'Registration failed',
  },
};

/** The longest match wins: `Registered but login failed` contains `login failed`. */
export function authProblem(kind: AuthKind, message: string): AuthProblem {
  const { rows, otherwise } = catalogue[kind];
  const said = message.toLowerCase();
  const [row] = rows
    .filter(([content]) => said.includes(content.toLowerCase()))
    .sort(([one], [other]) => other.length - one.length);
  return row ? { title: row[1], description: row[2] } : { title: otherwise, description: message };
}

/** By `/auth?error=`, after a Google sign-in that failed on the server. */
export const returnProblems: Record<string, AuthProblem> = {
  google_not_configured: {
    title: 'Google Sign-In Unavailable',
    description: 'Google authentication is not set up yet. Please use email and password.',
  },
  google_auth_failed: {
    title: 'Google Sign-In Error',
    description: 'Please try again or use email/password login.',
  },
};

export const cancelled: AuthProblem = {
  title: 'Sign-in cancelled',
  description: 'Google sign-in was cancelled. Please try again if you want to continue.',
};

/** By the SDK's error code. */
const googleProblems: Record<string, AuthProblem> = {
  'auth/popup-closed-by-user': cancelled,
  'auth/user-cancelled': cancelled,
  'auth/popup-blocked': {
    title: 'Popup blocked',
    description: 'Please allow popups for this site and try again.',
  },
  'auth/unauthorized-domain': {
    title: 'Domain not authorized',
    description:
      'This domain is not authorized for Firebase authentication. Please contact support.',
  },
};

/** Titles of other errors by their code; the text is always the error's own. */
const TITLES: readonly [code: RegExp, title: string][] = [
  // The SDK reports either if it cannot load one of its parts from Google.
  [/^auth\/(network-request-failed|internal-error)$/, 'Google can’t be reached'],
  // Our Google key is restricted to other sites; the SDK writes the site into the code.
  [/^auth\/requests-(from|to)-.*-are-blocked\.?$/, 'Google Sign-In Unavailable'],
];

export function googleProblem(error: unknown): AuthProblem {
  const message = error instanceof Error ? error.message : '';
  if (error instanceof SessionFailure) return { title: 'Session Error', description: message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = googleProblems[code];
  if (known) return known;
  const [, title] = TITLES.find(([codes]) => codes.test(code)) ?? [];
  return {
    title: title ?? 'Google Sign-In Error',
    description: message || "We couldn't sign you in with Google. Please try again.",
  };
}
