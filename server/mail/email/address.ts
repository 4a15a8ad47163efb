import escapeHtml from 'escape-html';

/** An address, escaped for an attribute; throws for all but http(s). */
export function webAddress(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new Error('an email may only link to http(s)');
  return escapeHtml(url);
}

/** As `webAddress`, but it may also be somebody to write to. */
export const linkAddress = (url: string): string =>
  url.startsWith('mailto:') ? escapeHtml(url) : webAddress(url);

/**
 * A link that writes to an address, under a subject of ours. The address may be anybody's text: it can add
 * no header and no second recipient.
 */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;

/** The address as it is read: without what only a link needs. */
export function addressIn(url: string): string {
  if (!url.startsWith('mailto:')) return url;
  return decodeURIComponent(url.slice('mailto:'.length).replace(/\?.*/, ''));
}
