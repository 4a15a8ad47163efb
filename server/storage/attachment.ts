/**
 * A Content-Disposition that makes a browser save the file under `name`, whatever script it is
 * written in (RFC 6266): an ASCII stand-in for old clients, the real name beside it.
 */
export function attachment(name: string): string {
  const safe = name.replace(/[\p{Cc}/\\]+/gu, ' ').trim();
  const ascii = safe.replace(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
