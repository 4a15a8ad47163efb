import type { ReactNode } from 'react';

/** How long a dismissed toast is kept before it is removed, ms. */
export const TOAST_REMOVE_DELAY = 1_000_000;
/** How long a toast stays on screen, ms. */
export const TOAST_DURATION = 5000;
/** How long a one-line confirmation stays on screen, ms. */
const TOAST_BRIEF = 2500;

export type ToastMessage = {
  title: string;
  description?: ReactNode;
  kind?: 'plain' | 'destructive' | undefined;
  action?: { label: string; run: () => void } | undefined;
};

export type ShownToast = ToastMessage & { id: number; open: boolean };

export const timeOnScreen = ({ description, kind, action }: ToastMessage): number =>
  description || action || kind === 'destructive' ? TOAST_DURATION : TOAST_BRIEF;
