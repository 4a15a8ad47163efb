import * as Radix from '@radix-ui/react-dialog';
import { ChevronLeft, X } from 'lucide-react';
import { type ReactNode, useCallback, useDeferredValue, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';

type SheetProps = {
  open: boolean;
  onClose: () => void;
  onBack?: (() => void) | undefined;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** Always at full height, for a list that grows and shrinks. */
  tall?: boolean | undefined;
  /** A few choices: on wide screens a popover at the control that opened it. */
  small?: boolean | undefined;
  /** A popover sets the title small and has no Close. */
  smallTitle?: boolean | undefined;
};

export function Sheet(props: SheetProps) {
  const { open, onClose, onBack, title, children, footer, tall, small, smallTitle } = props;
  // Radix returns the focus to its own trigger only; ours are plain buttons and links.
  const opener = useRef<Element | null>(null);
  // Deferred, so that the tapped button responds before a slow phone renders the sheet.
  const isDrawn = useDeferredValue(open, false);
  // Before the sheet is drawn and takes the focus.
  useLayoutEffect(() => {
    if (open) opener.current = openerOf(document.activeElement);
  }, [open]);
  const content = useRef<HTMLElement>(null);
  const isStep = onBack !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step has another height
  useLayoutEffect(() => {
    content.current?.style.removeProperty('--kept');
  }, [isStep]);
  const settle = useCallback(
    (sheet: HTMLElement | null) => {
      content.current = sheet;
      if (!sheet) return;
      openers.set(sheet, opener.current);
      const place = () => small && positionAt(sheet, opener.current);
      place();
      if (small) opener.current?.setAttribute('data-opener', '');
      addEventListener('resize', place);
      const stopKeeping = keepHeight(sheet);
      return () => {
        removeEventListener('resize', place);
        stopKeeping();
        openers.get(sheet)?.removeAttribute('data-opener');
      };
    },
    [small],
  );
  return (
    <Radix.Root open={open && isDrawn} onOpenChange={(next) => next || onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={classes('scrim fixed inset-0 z-40 bg-scrim', small && 'md:bg-transparent')}
        />
        <Radix.Content
          ref={settle}
          aria-describedby={undefined}
          // The sheet is read out by its title. Its first button, Close, would show a focus ring
          // whenever a link opens the sheet.
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            content.current?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The page may have moved the focus itself by now.
            const isFree = document.activeElement === document.body;
            if (isFree && opener.current instanceof HTMLElement) opener.current.focus();
          }}
          // A toast lies above the sheet and takes Escape from it, although the sheet is in use.
          onKeyDown={(event) => {
            if (event.key === 'Escape' && !event.defaultPrevented) onClose();
          }}
          className={classes(
            'sheet fixed inset-x-0 bottom-0 z-40 mx-auto flex max-h-(--limit) min-h-[min(var(--kept,0px),var(--limit))] w-full max-w-column flex-col rounded-t-sheet bg-panel shadow-lift outline-none [--limit:92dvh]',
            'md:inset-0 md:m-auto md:h-fit md:rounded-sheet md:[--limit:min(88dvh,46rem)]',
            small &&
              'md:data-placed:inset-[var(--at-top)_auto_var(--at-bottom)_var(--at-left)] md:data-placed:m-0 md:data-placed:w-90 md:data-placed:rounded-card md:data-placed:border md:data-placed:border-line md:data-placed:[--limit:var(--at-room)]',
            tall && 'h-(--limit) md:h-(--limit)',
          )}
        >
          <div
            aria-hidden
            className="mx-auto mt-2.5 h-1 w-10 shrink-0 rounded-full bg-rim md:hidden"
          />
          <div
            className={classes(
              'flex items-start justify-between gap-4 px-5 pt-3 pb-2',
              smallTitle && 'md:pt-2',
            )}
          >
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
            <Radix.Title
              dir="auto"
              className={classes(
                'grow pt-1.5',
                small && !smallTitle && 'md:pt-2.5 md:text-h3',
                smallTitle && 'md:truncate md:font-sans md:text-meta md:font-bold md:text-soft',
              )}
            >
              {title}
            </Radix.Title>
            <Radix.Close
              aria-label="Close"
              className={classes(
                '-mr-2.5 grid size-11 shrink-0 place-items-center rounded-well',
                smallTitle && 'md:hidden',
              )}
            >
              <X aria-hidden size={24} />
            </Radix.Close>
          </div>
          {/* Scrolls under the title a little, so that no focus ring is cut off at its edge. */}
          <div className="-mt-2 grow overflow-y-auto overscroll-contain px-5 pt-2 pb-5">
            {children}
          </div>
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

const openers = new WeakMap<Element, Element | null>();

/** A sheet opened from another, which closes, returns the focus to what opened that one. */
function openerOf(focused: Element | null): Element | null {
  const sheet = focused?.closest('.sheet');
  return sheet ? (openers.get(sheet) ?? null) : focused;
}

/** Lets a sheet grow while it is open, but not shrink under the thumb. */
function keepHeight(sheet: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    sheet.style.setProperty('--kept', `${sheet.offsetHeight}px`);
  });
  observer.observe(sheet);
  return () => observer.disconnect();
}

/** Gap between a popover and its opener, and least distance from the screen's edge, px. */
const GAP = 10;
const MARGIN = 16;

/**
 * Sets custom properties that only wide screens use. The popover goes under its opener, or over it
 * if it does not fit below and there is more room above. It covers no bar that holds the opener.
 * Without a visible opener it stays a dialog in the middle.
 */
export function positionAt(popover: HTMLElement, opener: Element | null): void {
  const at = opener?.getBoundingClientRect();
  // Set before measuring: a dialog in the middle is wider.
  popover.toggleAttribute('data-placed', Boolean(at?.width));
  if (!opener || !at?.width) return;
  // Measure its own height, not the room that it was given before.
  popover.style.removeProperty('--at-room');
  const { offsetWidth, offsetHeight } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const { top: over, bottom } = barOf(opener).getBoundingClientRect();
  const under = clientHeight - bottom;
  const isOver = over > under && offsetHeight > under - GAP - MARGIN;
  const isRight = at.left + at.right > clientWidth;
  const left = isRight ? at.right - offsetWidth : at.left;
  const latest = clientWidth - offsetWidth - MARGIN;
  const properties = {
    left: `${Math.max(MARGIN, Math.min(left, latest))}px`,
    top: isOver ? 'auto' : `${bottom + GAP}px`,
    bottom: isOver ? `${clientHeight - over + GAP}px` : 'auto',
    room: `${(isOver ? over : under) - GAP - MARGIN}px`,
  };
  for (const [name, value] of Object.entries(properties)) {
    popover.style.setProperty(`--at-${name}`, value);
  }
}

/** Returns the low fixed or sticky bar that holds the control, or the control itself. */
function barOf(control: Element): Element {
  for (let box = control.parentElement; box; box = box.parentElement) {
    const isFixed = ['fixed', 'sticky'].includes(getComputedStyle(box).position);
    if (isFixed && box.clientHeight < document.documentElement.clientHeight / 4) return box;
  }
  return control;
}
