/**
 * Why `play()` was rejected: `AbortError` if a pause or another source came first, `NotAllowedError`
 * if the browser blocks autoplay; anything else is a failure.
 */
export function rejectionName(error: unknown): unknown {
  // DOMException is not an Error in every environment.
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
