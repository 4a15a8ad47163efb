import { type ReactNode, useState } from 'react';
import { Sheet } from './Sheet.tsx';

type SheetButtonProps = {
  /** What the button shows. */
  face: ReactNode;
  /** The button's accessible name, where its face does not say it all. */
  label?: string;
  className: string;
  title: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  footer?: (close: () => void) => ReactNode;
};

/** A button that opens a sheet. */
export function SheetButton(props: SheetButtonProps) {
  const { face, label, className, title, children, footer } = props;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setOpen(true)}
        className={className}
      >
        {face}
      </button>
      <Sheet open={open} onClose={close} title={title} footer={footer?.(close)}>
        {typeof children === 'function' ? children(close) : children}
      </Sheet>
    </>
  );
}
