import { Component, type ReactNode } from 'react';
import { ApiError } from '../api/client.ts';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';

/** True when the server knows no such room for this account: the role was taken away meanwhile. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404;

/** Shows the not-found page as soon as a list is answered like an address that does not exist. */
export class AdminBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isForbidden(error)) return <NotFoundPage />;
    throw error;
  }
}
