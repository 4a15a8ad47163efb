export type Redaction = (text: string) => string;

/** Shorter secrets occur within ordinary words, and protect nothing. */
const SHORTEST = 6;

/** Redacts secrets that a provider or an error repeats: plain, URL-encoded and in base64. */
export function openRedaction(secrets: readonly (string | null | undefined)[]): Redaction {
  const known = secrets.flatMap((secret) => {
    if (!secret || secret.length < SHORTEST) return [];
    return [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  });
  // One secret may be a prefix of another.
  const longestFirst = [...new Set(known)].sort((one, other) => other.length - one.length);
  return (text) => longestFirst.reduce((left, secret) => left.replaceAll(secret, '…'), text);
}

/** Returns the password in a URL, encoded and decoded. */
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
