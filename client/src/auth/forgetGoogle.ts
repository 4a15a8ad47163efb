/** How Firebase's SDK begins the name under which it keeps a person in this browser. */
const KEPT = 'firebase:authUser:';

/**
 * Removes whom Firebase's SDK keeps for a later visit. Signing out is a walk to another page where
 * the SDK is not loaded, and a token left behind on a shared computer would let the next one in.
 */
export function forgetGoogle(): void {
  try {
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(KEPT)) localStorage.removeItem(name);
    }
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
