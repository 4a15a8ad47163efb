import { type ReactNode, useState } from 'react';
import { Sheet } from './Sheet.tsx';
import { useCloseSoon } from './useCloseSoon.ts';

type SheetButtonProps = {
  face: ReactNode;
  label?: string;
  className: string;
  title: string;
  /** `closeSoon` closes once the choice just made has been seen. */
  children: ReactNode | ((close: () => void, closeSoon: () => void) => ReactNode);
  footer?: (close: () => void) => ReactNode;
  small?: boolean;
};

export function SheetButton(props: SheetButtonProps) {
  const { face, label, className, title, children, footer, small } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const closeSoon = useCloseSoon(open, close);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={label}
        onClick={({ currentTarget }) => {
          // Safari does not focus a pressed button, but the focus must come back to it.
          currentTarget.focus({ preventScroll: true });
          setOpen(true);
        }}
        className={className}
      >
        {face}
      </button>
      <Sheet open={open} onClose={close} title={title} footer={footer?.(close)} small={small}>
        {typeof children === 'function' ? children(close, closeSoon) : children}
      </Sheet>
    </>
  );
}
