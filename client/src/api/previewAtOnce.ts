import { useHistoryState } from 'wouter/use-browser-location';
import { isRecord } from './client.ts';

/** History state and not in the address: no link from elsewhere may start anything. */
export const PREVIEW_AT_ONCE = { previewAtOnce: true };

/** False while the page is prerendered. */
export function usePreviewAtOnce(): boolean {
  const state: unknown = useHistoryState();
  return isRecord(state) && state.previewAtOnce === true;
}
