import escapeHtml from 'escape-html';

/** Escapes an address for an attribute. Throws for all but http(s). */
export function webAddress(url: string): string {
  if (!/^https?:$/.test(new URL(url).protocol))
    throw new Error('an email may only link to http(s)');
  return escapeHtml(url);
}

export const linkAddress = (url: string): string =>
  url.startsWith('mailto:') ? escapeHtml(url) : webAddress(url);

/** The address may be anybody's text: it can add no header and no second recipient. */
export const mailTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`;

export function addressIn(url: string): string {
  if (!url.startsWith('mailto:')) return url;
  return decodeURIComponent(url.slice('mailto:'.length).replace(/\?.*/, ''));
}
