import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useConfig, useDemoWriter } from '../../api/config.ts';
import type { OrderControl } from '../form.ts';

const CHOICES = [
  { only: false, name: 'These and the web' },
  { only: true, name: 'Only from these' },
];

/** Offers no choice where nothing is looked up; the demo says what follows instead. */
export function RestsOn({ control }: { control: OrderControl }) {
  const isDemo = useDemoWriter();
  if (useConfig()?.research !== false) return <Choice control={control} />;
  if (isDemo) return null;
  return (
    <p className="mt-1 border-t border-line py-3 text-meta text-soft">
      The episode rests on these alone: nothing else is looked up.
    </p>
  );
}

function Choice({ control }: { control: OrderControl }) {
  const { value, onChange } = useController({ control, name: 'onlyTheseSources' }).field;
  const id = useId();
  return (
    <fieldset className="mt-1 min-w-0 border-t border-line py-1">
      <legend className="sr-only">What the episode rests on</legend>
      {CHOICES.map(({ only, name }) => (
        <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={id}
            checked={value === only}
            onChange={() => onChange(only)}
            className="size-5 shrink-0 accent-[var(--ink)]"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
