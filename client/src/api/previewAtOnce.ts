import { useHistoryState } from 'wouter/use-browser-location';
import { isRecord } from './client.ts';

/**
 * The state of a history entry that has the form ask at once how its episode starts. It is not in the
 * address, because no link from elsewhere may start anything.
 */
export const PREVIEW_AT_ONCE = { previewAtOnce: true };

/** Whether the current history entry wishes for it; false while the page is prerendered. */
export function usePreviewAtOnce(): boolean {
  const state: unknown = useHistoryState();
  return isRecord(state) && state.previewAtOnce === true;
}
