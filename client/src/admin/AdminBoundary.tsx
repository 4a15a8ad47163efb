import { Component, type ReactNode } from 'react';
import { isNotFound } from '../api/client.ts';
import { NotFoundPage } from '../shell/NotFoundPage.tsx';

/** Shows the not-found page as soon as a view is answered with 404: the admin role was taken away. */
export class AdminBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isNotFound(error)) return <NotFoundPage />;
    throw error;
  }
}
