import { useId } from 'react';
import { useController } from 'react-hook-form';
import { useSales } from '../api/sales.ts';
import { Checkbox } from '../ui/Checkbox.tsx';
import type { OrderControl } from './form.ts';

export function ChapterSounds({ control }: { control: OrderControl }) {
  const { value, onChange } = useController({ control, name: 'stings' }).field;
  const sells = useSales();
  const what = useId();
  return (
    <div className="lg:-mt-1.5">
      <Checkbox checked={value} onChange={onChange} describedBy={what}>
        <span className="font-bold">Sounds between chapters</span>
      </Checkbox>
      <p id={what} className="-mt-1.5 pl-10 text-meta text-soft">
        Two notes after the opening, and softly at each chapter. They count toward{' '}
        {sells ? 'the minutes you buy' : 'its minutes'}.
      </p>
    </div>
  );
}
