/** What the pixel leaves with us: a number for the browser, and the click that led here. */
const COOKIES = ['_fbp', '_fbc'];

/** Takes the pixel's cookies away, from our host and from the domains above it. */
export function forgetCookies(): void {
  const labels = window.location.hostname.split('.');
  const domains = labels.map((_, place) => labels.slice(place).join('.'));
  for (const name of COOKIES) {
    for (const domain of ['', ...domains.map((one) => `; Domain=${one}`)]) {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is missing in Safari and Firefox
      document.cookie = `${name}=; Max-Age=0; Path=/${domain}`;
    }
  }
}
