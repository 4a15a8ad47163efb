import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';

type ErrorStateProps = {
  title: string;
  children?: ReactNode;
  query?: { isFetching: boolean; refetch: () => unknown };
};

export function ErrorState({ title, children, query }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-4 py-7">
      <div className="flex items-start gap-3">
        <CircleAlert aria-hidden size={24} className="mt-0.5 shrink-0 text-err" />
        <div>
          <p className="font-bold">{title}</p>
          {children && <div className="text-soft">{children}</div>}
        </div>
      </div>
      {query && (
        <Button
          onClick={() => void query.refetch()}
          pending={query.isFetching}
          pendingLabel="Trying again..."
        >
          Try again
        </Button>
      )}
    </div>
  );
}
