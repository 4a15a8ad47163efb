import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { LinkField } from './LinkField.tsx';
import { PastedText } from './PastedText.tsx';
import { PdfField } from './PdfField.tsx';
import type { OnAdd } from './row.ts';

const WAYS = ['Link', 'Text', 'PDF'] as const;

type AddSourceProps = {
  /** Whoever tries the demo has a paragraph sooner than a link. */
  isDemo: boolean;
  onAdd: OnAdd;
  onClose: () => void;
};

export function AddSource({ isDemo, onAdd, onClose }: AddSourceProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]>(isDemo ? 'Text' : 'Link');
  // Switching leaves the focus on the switch.
  const [isSwitched, setSwitched] = useState(false);
  function onKeyDown({ key, nativeEvent }: KeyboardEvent) {
    if (key === 'Escape' && !nativeEvent.isComposing) onClose();
  }
  return (
    <fieldset onKeyDown={onKeyDown} className="mt-3 flex min-w-0 flex-col gap-4">
      <legend className="sr-only">Add a source</legend>
      <SegmentedControl
        label="What do you want to add?"
        name="source-way"
        values={WAYS}
        value={way}
        onChange={(next) => {
          setWay(next);
          setSwitched(true);
        }}
        columns={3}
      />
      {way === 'Link' && <LinkField onAdd={onAdd} autoFocus={!isSwitched} />}
      {way === 'Text' && <PastedText onAdd={onAdd} autoFocus={!isSwitched} />}
      {way === 'PDF' && <PdfField onAdd={onAdd} />}
      <Button kind="quiet" onClick={onClose} className="-mx-1 -mt-2 self-start">
        Close
      </Button>
    </fieldset>
  );
}
