import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Sheet } from './Sheet.tsx';

type OpenerButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & { onOpen: () => void };

/** Opens a dialog that is rendered elsewhere. */
export function OpenerButton({ onOpen, ...button }: OpenerButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      {...button}
      onClick={({ currentTarget }) => {
        // Safari does not focus a pressed button, but the focus must come back to it.
        currentTarget.focus({ preventScroll: true });
        onOpen();
      }}
    />
  );
}

/** How long a choice stays lit before its sheet closes, ms. */
const CHOICE_SHOWN = 180;

type SheetButtonProps = {
  face: ReactNode;
  label?: string;
  className: string;
  title: string;
  /** `closeSoon` closes once the choice just made has been seen. */
  children: ReactNode | ((closeSoon: () => void) => ReactNode);
  footer?: (close: () => void) => ReactNode;
  small?: boolean;
};

export function SheetButton(props: SheetButtonProps) {
  const { face, label, className, title, children, footer, small } = props;
  const [state, setState] = useState<'closed' | 'open' | 'closing'>('closed');
  const close = () => setState('closed');
  useEffect(() => {
    if (state !== 'closing') return;
    const timer = setTimeout(() => setState('closed'), CHOICE_SHOWN);
    return () => clearTimeout(timer);
  }, [state]);
  const open = state !== 'closed';
  return (
    <>
      <OpenerButton
        aria-expanded={open}
        aria-label={label}
        onOpen={() => setState('open')}
        className={className}
      >
        {face}
      </OpenerButton>
      <Sheet open={open} onClose={close} title={title} footer={footer?.(close)} small={small}>
        {typeof children === 'function' ? children(() => setState('closing')) : children}
      </Sheet>
    </>
  );
}
