import { useRef } from 'react';
import { classes } from './classes.ts';

type SegmentedControlProps<Value extends string> = {
  label: string;
  name: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
  /** Called for a click, Space or Enter; arrow keys only step through the values. */
  onPick?: ((value: Value) => void) | undefined;
  columns: 2 | 3 | 5;
  /** Values that take a row of their own, or half of one. */
  wide?: Partial<Record<Value, 'row' | 'half'>> | undefined;
};

// In three columns each value takes two of six, so that another may take half a row.
const COLUMNS = {
  2: 'grid-cols-2',
  3: 'grid-cols-2 min-[360px]:grid-cols-6 min-[360px]:*:col-span-2',
  5: 'grid-cols-[repeat(auto-fit,minmax(2.75rem,1fr))]',
};

const SPANS = { row: 'col-span-full!', half: 'min-[360px]:col-span-3!' };

export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, name, values, value, onChange, onPick, columns, wide } = props;
  // Browsers report a step by an arrow key as a click.
  const stepping = useRef(false);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={({ key, target }) => {
        stepping.current = key.startsWith('Arrow');
        // Space fires no click on a button that is checked already.
        const isChecked = target instanceof HTMLInputElement && target.checked;
        if (key === 'Enter' || (key === ' ' && isChecked)) onPick?.(value);
      }}
      onKeyUp={() => {
        stepping.current = false;
      }}
      className={classes(
        'grid gap-x-1.5 gap-y-2.5 rounded-control bg-button-edge p-1.5 pb-2.5 shadow-pit',
        COLUMNS[columns],
      )}
    >
      {values.map((one, index) => {
        const fillsRow = columns === 2 && index === values.length - 1 && values.length % 2 === 1;
        const span = fillsRow ? 'row' : wide?.[one];
        return (
          <label
            key={one}
            className={classes(
              'grid min-h-13 cursor-pointer place-items-center rounded-chip px-1 text-center font-bold has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink',
              span && SPANS[span],
              // The chosen one stays down; the edge of the others contrasts with the bank below.
              one === value
                ? 'highlight translate-y-[3px]'
                : 'bg-button shadow-[0_4px_0_color-mix(in_srgb,var(--rim)_18%,var(--button-edge)),inset_0_1px_0_var(--button-light)]',
            )}
          >
            <input
              type="radio"
              name={name}
              value={one}
              checked={one === value}
              onChange={() => onChange(one)}
              onClick={() => stepping.current || onPick?.(one)}
              className="sr-only"
            />
            {one}
          </label>
        );
      })}
    </div>
  );
}
