import { type ReactNode, useState } from 'react';

type FoldProps = {
  title: string;
  children: ReactNode;
  /** Rendered after the first opening, because it has to be fetched. */
  later?: () => ReactNode;
};

export function Fold({ title, children, later }: FoldProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details className="text-meta open:w-full" onToggle={() => setOpened(true)}>
      <summary className="flex min-h-11 cursor-pointer items-center rounded-chip underline underline-offset-4">
        {title}
      </summary>
      <div className="max-w-100">{children}</div>
      {wasOpened && later?.()}
    </details>
  );
}
