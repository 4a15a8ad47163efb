/** Adds `https://` where the scheme is missing; returns null for anything but a web address. */
export function readLink(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(whole) || !URL.canParse(whole)) return null;
  const { protocol, hostname, href } = new URL(whole);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return /[.:]/.test(hostname) || hostname === 'localhost' ? href : null;
}
