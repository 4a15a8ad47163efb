/**
 * `AbortError`: paused or replaced. `NotAllowedError`: autoplay is blocked. Others are failures.
 */
export function rejectionName(error: unknown): unknown {
  // DOMException is not an Error in every environment.
  return typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined;
}
