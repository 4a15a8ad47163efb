import type { FirebaseSessionReply, FirebaseSessionRequest } from '#shared/account.ts';
import { createFirebaseSession } from '../api/auth.ts';
import { ApiError, messageOf } from '../api/client.ts';
import { fetchUser } from '../api/session.ts';

/** How long a fresh session is given before it is looked at, in ms (spec section 4). */
const SETTLE = 1000;

const UNCONFIRMED =
  'Google knows you, but your session with us could not be confirmed. Please try again.';

/** Google said who it is, and our server made no session of it. */
export class SessionFailure extends Error {
  constructor(message: string) {
    super(message || 'Session creation failed');
    this.name = 'SessionFailure';
  }
}

/**
 * Makes a session of Google's word and looks whether it holds. Answers whether the account is new;
 * throws `SessionFailure`.
 */
export async function createGoogleSession(who: FirebaseSessionRequest): Promise<boolean> {
  const { success, message, isNewUser } = await ask(who);
  if (!success) throw new SessionFailure(message);
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const user = await fetchUser().catch(() => null);
  if (!user) throw new SessionFailure(UNCONFIRMED);
  return isNewUser;
}

async function ask(body: FirebaseSessionRequest): Promise<FirebaseSessionReply> {
  try {
    return await createFirebaseSession(body);
  } catch (error) {
    // A page of HTML or half an answer is nothing to show; a sentence of ours is, and being offline.
    const sentence = error instanceof ApiError ? error.problem?.message : undefined;
    throw new SessionFailure(sentence ?? (error instanceof TypeError ? messageOf(error) : ''));
  }
}
