import { SessionFailure } from './googleSignIn.ts';

export type AuthKind = 'login' | 'register';
export type AuthProblem = { title: string; description: string };

/** Titles and texts by what the message contains; the first that fits is shown. */
const catalogue: Record<AuthKind, [content: string, title: string, description: string][]> = {
  login: [
    [
      'invalid email or password',
      'Invalid credentials',
      'The email or password you entered is incorrect. Please double-check and try again.',
    ],
    [
      'account created with google',
      'Use Google Login',
      'This account was created with Google. Please use the Google login button instead.',
    ],
    ['invalid login data', 'Invalid format', 'Please enter a valid email address and password.'],
    ['login failed', 'Login error', 'Something went wrong while logging you in. Please try again.'],
  ],
  register: [
    [
      'email already registered',
      'Account already exists',
      'This email is already registered. Please try logging in instead, or use a different email.',
    ],
    [
      'invalid registration data',
      'Invalid information',
      'Please enter a valid email address and a password with at least 6 characters.',
    ],
    [
      'registered but login failed',
      'Account created',
      'Your account was created successfully! Please try logging in now.',
    ],
    [
      'registration failed',
      'Registration error',
      'Something went wrong while creating your account. Please try again.',
    ],
  ],
};

export function authProblem(kind: AuthKind, message: string): AuthProblem {
  const said = message.toLowerCase();
  const [, title, description] = catalogue[kind].find(([content]) => said.includes(content)) ?? [
    message,
    kind === 'login' ? 'Login failed' : 'Registration failed',
    message,
  ];
  return { title, description };
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

/** The title of any other error, whose text is its own. */
function titleOf(code: string): string {
  // The SDK reports either if it cannot load one of its parts from Google.
  if (/^auth\/(network-request-failed|internal-error)$/.test(code))
    return 'Google can’t be reached';
  // Our Google key is restricted to other sites; the SDK writes the site into the code.
  if (/^auth\/requests-(from|to)-.*-are-blocked\.?$/.test(code))
    return 'Google Sign-In Unavailable';
  return 'Google Sign-In Error';
}

export function googleProblem(error: unknown): AuthProblem {
  const message = error instanceof Error ? error.message : '';
  if (error instanceof SessionFailure) return { title: 'Session Error', description: message };
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    googleProblems[code] ?? {
      title: titleOf(code),
      description: message || "We couldn't sign you in with Google. Please try again.",
    }
  );
}
