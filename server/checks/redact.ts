/** Takes every secret out of a text. */
export type Redaction = (text: string) => string;

/** Shorter ones stand in ordinary words, and guard nothing. */
const SHORTEST = 6;

/**
 * Hides secrets wherever a provider, or an error, repeats them: as they are, and as an address or a
 * Basic authorization writes them.
 */
export function openRedaction(secrets: readonly (string | null | undefined)[]): Redaction {
  const known = secrets.flatMap((secret) => {
    if (!secret || secret.length < SHORTEST) return [];
    return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  });
  // A secret may begin with another one.
  const longestFirst = [...new Set(known)].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '…'), text);
}

/** The passwords of an address, as it writes them and as they are. */
export function passwordsIn(address: string | null): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, unescaped(password)];
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
