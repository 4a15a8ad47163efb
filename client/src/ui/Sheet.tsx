import * as Radix from '@radix-ui/react-dialog';
import { ChevronLeft, X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { classes } from './classes.ts';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  /** In a step of a sheet: goes back to where it was chosen. */
  onBack?: (() => void) | undefined;
  /** Phrased as a question: `Who’s on mic 1?` */
  title: ReactNode;
  children: ReactNode;
  /** Fixed below the scrolling part, usually the main button. */
  footer?: ReactNode;
  /** Always of its full height, for a list that gets shorter and longer. */
  tall?: boolean;
};

/** A modal bottom sheet. */
export function Sheet({ open, onClose, onBack, title, children, footer, tall }: SheetProps) {
  // Radix returns the focus to its own trigger only; ours are plain buttons and links.
  const opener = useRef<Element | null>(null);
  // Deferred, so that the tapped button responds before a slow phone renders the sheet.
  const isDrawn = useDeferredValue(open, false);
  return (
    <Radix.Root open={open && isDrawn} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The page may have moved the focus itself by now.
            const isFree = document.activeElement === document.body;
            if (isFree && opener.current instanceof HTMLElement) opener.current.focus();
          }}
          // A toast lies above the sheet and takes Escape from it, although it is the sheet that is in use.
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onClose();
          }}
          className={classes(
            'sheet fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-[92dvh] w-full max-w-column flex-col rounded-t-sheet bg-panel shadow-lift outline-none',
            tall && 'h-[92dvh]',
          )}
        >
          <div aria-hidden className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-rim" />
          <div className="flex items-start justify-between gap-4 px-5 pt-3 pb-2">
            {onBack && (
              <button
                type="button"
                aria-label="Back"
                onClick={onBack}
                className="-mr-2 -ml-2.5 grid size-11 shrink-0 place-items-center rounded-well"
              >
                <ChevronLeft aria-hidden size={26} />
              </button>
            )}
            <Radix.Title className="grow pt-1.5">{title}</Radix.Title>
            <Radix.Close
              aria-label="Close"
              className="-mr-2.5 grid size-11 shrink-0 place-items-center rounded-well"
            >
              <X aria-hidden size={24} />
            </Radix.Close>
          </div>
          <div className="grow overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
          {footer && (
            <div className="border-t border-line px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
