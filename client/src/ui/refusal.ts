/**
 * Why an audio element would not play: `AbortError` where a pause or another source came before the
 * first sound, `NotAllowedError` where the browser wants a tap first; anything else is a failure.
 */
export function refusalOf(error: unknown): unknown {
  // DOMException, which carries the reason, is no Error everywhere.
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
