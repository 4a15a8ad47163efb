/**
 * The value of NODE_OPTIONS with which a process does this before anything else. It runs there, not
 * here: it can use nothing but what Node has built in.
 */
export function preload(act: () => void): string {
  return `--import=data:text/javascript,${encodeURIComponent(`(${act})()`)}`;
}
