import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { messageOf } from './client.ts';

type QueryErrorProps = {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  children?: ReactNode;
};

export function QueryError({ title, query, children }: QueryErrorProps) {
  return (
    <ErrorState title={title} query={query}>
      {messageOf(query.error)} {children}
    </ErrorState>
  );
}
