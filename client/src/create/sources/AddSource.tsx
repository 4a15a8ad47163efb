import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { LinkField } from './LinkField.tsx';
import { PastedText } from './PastedText.tsx';
import { PdfField } from './PdfField.tsx';
import type { OnAdd } from './sourceEntry.ts';

const KINDS = ['Link', 'Text', 'PDF'] as const;

type AddSourceProps = {
  /** The demo offers text first: its visitors have a paragraph sooner than a link. */
  isDemo: boolean;
  onAdd: OnAdd;
  onClose: () => void;
};

export function AddSource({ isDemo, onAdd, onClose }: AddSourceProps) {
  const [kind, setKind] = useState<(typeof KINDS)[number]>(isDemo ? 'Text' : 'Link');
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
        values={KINDS}
        value={kind}
        onChange={(next) => {
          setKind(next);
          setSwitched(true);
        }}
        columns={3}
      />
      {kind === 'Link' && <LinkField onAdd={onAdd} autoFocus={!isSwitched} />}
      {kind === 'Text' && <PastedText onAdd={onAdd} autoFocus={!isSwitched} />}
      {kind === 'PDF' && <PdfField onAdd={onAdd} />}
      <Button kind="quiet" onClick={onClose} className="-mx-1 -mt-2 self-start">
        Close
      </Button>
    </fieldset>
  );
}
