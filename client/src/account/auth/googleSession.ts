import type { FirebaseSessionReply, FirebaseSessionRequest } from '#shared/account.ts';
import { createFirebaseSession } from '../../api/auth.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { fetchUser } from '../../api/session.ts';

/** Delay before the new session is checked, ms. */
const SETTLE = 1000;

const UNCONFIRMED = 'Google knows you, but we couldn’t confirm your session. Please try again.';

/** Google's sign-in succeeded, but our server created no session. */
export class SessionFailure extends Error {
  constructor(message: string) {
    super(message || 'Session creation failed');
    this.name = 'SessionFailure';
  }
}

/** Returns whether the account is new. Throws `SessionFailure`. */
export async function createGoogleSession(identity: FirebaseSessionRequest): Promise<boolean> {
  const { success, message, isNewUser } = await exchange(identity);
  if (!success) throw new SessionFailure(message);
  await new Promise((resolve) => setTimeout(resolve, SETTLE));
  const user = await fetchUser().catch(() => null);
  if (!user) throw new SessionFailure(UNCONFIRMED);
  return isNewUser;
}

async function exchange(body: FirebaseSessionRequest): Promise<FirebaseSessionReply> {
  try {
    return await createFirebaseSession(body);
  } catch (error) {
    // Shows our own messages and connection errors, but no HTML page or truncated reply.
    const sentence = error instanceof ApiError ? error.problem?.message : undefined;
    throw new SessionFailure(sentence ?? (error instanceof TypeError ? messageOf(error) : ''));
  }
}
