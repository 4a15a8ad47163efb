import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

type CheckboxProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  describedBy?: string | undefined;
  children: ReactNode;
};

export function Checkbox({ checked, onChange, describedBy, children }: CheckboxProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={checked}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.checked)}
        className="peer sr-only"
      />
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-[9px] bg-well text-transparent shadow-pit peer-checked:bg-(image:--lit) peer-checked:text-on-highlight peer-checked:shadow-none peer-focus-visible:outline-3 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-ink [--lit:radial-gradient(110%_130%_at_50%_0,var(--highlight-1),var(--highlight-2))]"
      >
        <Check size={20} strokeWidth={3} />
      </span>
      {children}
    </label>
  );
}
