/**
 * Returns a value of NODE_OPTIONS that makes a process run `act` first. `act` may use only what
 * Node has built in.
 */
export function preload(act: () => void): string {
  return `--import=data:text/javascript,${encodeURIComponent(`(${act})()`)}`;
}
