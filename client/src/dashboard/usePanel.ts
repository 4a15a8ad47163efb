import { useSearch } from 'wouter';
import { useWayBack } from '../ui/useWayBack.ts';

export const PANEL_PATH = '/dashboard?panel=account';
export const FEED_PATH = '/dashboard?panel=feed';

/** A panel is open when the address says so: it can be linked to, and Back closes it. */
export function usePanel(name: 'account' | 'feed'): { open: boolean; close: () => void } {
  const open = new URLSearchParams(useSearch()).get('panel') === name;
  return { open, close: useWayBack(open, '/dashboard') };
}
