export function cookieOf(reply: { headers: Record<string, unknown> }): string {
  const cookie = cookiesOf(reply).find((pair) => /^(__Host-)?duologue-[\w-]{8}=/.test(pair));
  if (!cookie) throw new Error('the reply set no session cookie');
  return cookie;
}

export function cookiesOf(reply: { headers: Record<string, unknown> }): string[] {
  const set = [reply.headers['set-cookie']].flat();
  return set
    .filter((cookie) => cookie !== undefined)
    .map((cookie) => String(cookie).split(';')[0] ?? '');
}
