import type { FirebaseSessionReply, FirebaseSessionRequest } from '#shared/account.ts';
import { createFirebaseSession } from '../../api/auth.ts';
import { ApiError, messageOf } from '../../api/client.ts';
import { fetchUser } from '../../api/session.ts';

/** How long to wait before the new session is checked, ms (spec section 4). */
const SETTLE = 1000;

const UNCONFIRMED = 'Google knows you, but we couldn’t confirm your session. Please try again.';

/** The sign-in with Google succeeded, but our server created no session. */
export class SessionFailure extends Error {
  constructor(message: string) {
    super(message || 'Session creation failed');
    this.name = 'SessionFailure';
  }
}

/** Exchanges Google's token for a session and checks it. Returns whether the account is new. */
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
    // Show our own messages and connection errors, but not an HTML page or a truncated reply.
    const sentence = error instanceof ApiError ? error.problem?.message : undefined;
    throw new SessionFailure(sentence ?? (error instanceof TypeError ? messageOf(error) : ''));
  }
}
