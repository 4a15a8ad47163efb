/** The session cookie that a reply set, as a browser would send it back. */
export function cookieOf(reply: { headers: Record<string, unknown> }): string {
  const [cookie] = [reply.headers['set-cookie']].flat();
  if (typeof cookie !== 'string') throw new Error('the reply set no cookie');
  return cookie.split(';')[0] ?? '';
}
