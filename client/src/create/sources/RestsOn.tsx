import { useController } from 'react-hook-form';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import type { OrderControl } from '../form.ts';

const BOTH = 'These and the web';
const ONLY = 'Only from these';

/** Whether the hosts look up anything else. */
export function RestsOn({ control }: { control: OrderControl }) {
  const { value, onChange } = useController({ control, name: 'onlyTheseSources' }).field;
  return (
    <div className="mt-2 pb-2">
      <SegmentedControl
        label="What the episode rests on"
        name="source-rest"
        values={[BOTH, ONLY]}
        value={value ? ONLY : BOTH}
        onChange={(chosen) => onChange(chosen === ONLY)}
        columns={2}
      />
      <p className="mt-2 text-meta text-soft">
        {value
          ? 'The hosts read yours and look nothing else up.'
          : 'The hosts read yours, and look up the rest.'}
      </p>
    </div>
  );
}
