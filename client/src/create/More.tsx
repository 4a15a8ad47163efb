import { useId, useState } from 'react';
import { useController } from 'react-hook-form';
import { useSales } from '../sales.ts';
import { Button } from '../ui/Button.tsx';
import { Sheet } from '../ui/Sheet.tsx';
import type { OrderControl } from './form.ts';

/** What few ask for, in a sheet of its own. */
export function More({ control }: { control: OrderControl }) {
  const { value, onChange } = useController({ control, name: 'stings' }).field;
  const [isOpen, setOpen] = useState(false);
  const sells = useSales();
  const close = () => setOpen(false);
  const label = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <Button kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)} className="-mx-1">
        More
      </Button>
      {!value && <span className="text-meta text-soft">No sounds between chapters</span>}
      <Sheet
        open={isOpen}
        onClose={close}
        title="Anything else?"
        footer={
          <Button kind="main" wide onClick={close}>
            Done
          </Button>
        }
      >
        <div className="flex items-start gap-3">
          <input
            id={label}
            type="checkbox"
            checked={value}
            aria-describedby={`${label}-what`}
            onChange={({ target }) => onChange(target.checked)}
            className="mt-3 size-5 shrink-0 accent-[var(--ink)]"
          />
          <div className="grow">
            <label htmlFor={label} className="flex min-h-11 items-center font-bold">
              Sounds between chapters
            </label>
            <p id={`${label}-what`} className="text-meta text-soft">
              Two notes after the opening, and softly at each chapter. They count toward{' '}
              {sells ? 'the minutes you buy' : 'its minutes'}.
            </p>
          </div>
        </div>
      </Sheet>
    </div>
  );
}
