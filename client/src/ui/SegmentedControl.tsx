import { useRef } from 'react';
import { classes } from './classes.ts';

type SegmentedControlProps<Value extends string> = {
  label: string;
  name: string;
  values: readonly Value[];
  value: Value;
  onChange: (value: Value) => void;
  /** The choice was made by a click, Space or Enter; arrow keys only step through the values. */
  onPick?: ((value: Value) => void) | undefined;
  columns: 2 | 3 | 4;
};

const COLUMNS = {
  2: 'grid-cols-2',
  3: 'grid-cols-2 min-[360px]:grid-cols-3',
  4: 'grid-cols-4',
};

/** Radio buttons that look like a row of buttons, the chosen one highlighted. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, name, values, value, onChange, onPick, columns } = props;
  // Browsers report a step by an arrow key as a click.
  const stepping = useRef(false);
  return (
    <div
      role="radiogroup"
      aria-label={label}
      onKeyDown={({ key, target }) => {
        stepping.current = key.startsWith('Arrow');
        // Space is no click on a button that is checked already.
        const isChecked = target instanceof HTMLInputElement && target.checked;
        if (key === 'Enter' || (key === ' ' && isChecked)) onPick?.(value);
      }}
      onKeyUp={() => {
        stepping.current = false;
      }}
      className={classes('grid gap-1.5 rounded-control bg-well p-1.5 shadow-pit', COLUMNS[columns])}
    >
      {values.map((one, index) => {
        const fillsRow = columns === 2 && index === values.length - 1 && values.length % 2 === 1;
        return (
          <label
            key={one}
            className={classes(
              'grid min-h-14 cursor-pointer place-items-center rounded-chip px-2 text-center font-bold has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink',
              fillsRow && 'col-span-2',
              one === value ? 'highlight' : 'bg-button shadow-[0_3px_0_var(--button-edge)]',
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
