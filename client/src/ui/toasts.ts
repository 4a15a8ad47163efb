import type { ReactNode } from 'react';

/** One visible at a time (spec section 9). */
export const TOAST_LIMIT = 1;
/** How long a dismissed toast is kept before it is removed, ms (spec section 4). */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** How long a toast stays on screen, ms (spec section 9). */
export const TOAST_DURATION = 5000;
/** How long a one-line confirmation stays on screen, ms (spec section 9). */
export const TOAST_BRIEF = 2500;

export type ToastMessage = {
  title: string;
  description?: ReactNode;
  kind?: 'plain' | 'destructive' | undefined;
  /** A button that closes the toast, such as `Undo`. */
  action?: { label: string; run: () => void } | undefined;
};

export type ShownToast = ToastMessage & { id: number; open: boolean };

/** Short for a one-line confirmation, long for explanations, failures and what can be undone. */
export const timeOnScreen = ({ description, kind, action }: ToastMessage): number =>
  description || action || kind === 'destructive' ? TOAST_DURATION : TOAST_BRIEF;

export type ToastAction =
  | { do: 'show'; toast: ToastMessage & { id: number } }
  | { do: 'dismiss'; id: number }
  | { do: 'remove'; id: number };

/** The newest toast replaces the one before it. */
export function toasts(shown: ShownToast[], action: ToastAction): ShownToast[] {
  switch (action.do) {
    case 'show':
      return [{ ...action.toast, open: true }, ...shown].slice(0, TOAST_LIMIT);
    case 'dismiss':
      return shown.map((toast) => (toast.id === action.id ? { ...toast, open: false } : toast));
    case 'remove':
      return shown.filter((toast) => toast.id !== action.id);
  }
}
