/**
 * A value of NODE_OPTIONS that makes a process run this function first. It runs in that process, so it
 * can use only what Node has built in.
 */
export function preload(act: () => void): string {
  return `--import=data:text/javascript,${encodeURIComponent(`(${act})()`)}`;
}
