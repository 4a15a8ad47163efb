import type {
  FirebaseSessionRequest,
  ForgotRequest,
  LoginRequest,
  ResetRequest,
} from '#shared/account.ts';
import { call, lazySchema } from './client.ts';

export const signIn = (kind: 'login' | 'register', body: LoginRequest) =>
  call('POST', `/api/auth/${kind}`, { body });

export const createFirebaseSession = (body: FirebaseSessionRequest) =>
  call('POST', '/api/auth/firebase-session', { body, schema: lazySchema('firebaseSessionReply') });

export const forgotPassword = (body: ForgotRequest) =>
  call('POST', '/api/auth/forgot-password', { body });

export const resetPassword = (body: ResetRequest) =>
  call('POST', '/api/auth/reset-password', { body });

export const verifyEmail = (token: string) =>
  call('POST', '/api/auth/verify-email', { body: { token } });

export const resendVerification = () => call('POST', '/api/auth/verify-email/resend');

/** Ends an account that somebody else made with the visitor's address. */
export const disownAccount = (token: string) =>
  call('POST', '/api/account/disown', { body: { token }, schema: lazySchema('disownReply') });
