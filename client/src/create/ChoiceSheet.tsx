import { ChevronDown } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { SheetButton } from '../ui/SheetButton.tsx';

type ChoiceSheetProps<Value extends string> = {
  label: string;
  question: string;
  values: readonly Value[];
  value: Value;
  meaning: Record<Value, string>;
  onChange: (value: Value) => void;
  columns: 2 | 3;
};

export function ChoiceSheet<Value extends string>(props: ChoiceSheetProps<Value>) {
  const { question, meaning, ...choice } = props;
  const { label, value } = choice;
  return (
    <SheetButton
      className="button flex min-h-16 w-full items-center gap-2 rounded-button px-4 py-2 text-left"
      face={
        <>
          <span className="grow">
            <span className="block text-meta leading-snug text-soft">{label}</span>
            <span className="block leading-snug font-bold">{value}</span>
          </span>
          <ChevronDown aria-hidden size={20} className="shrink-0" />
        </>
      }
      title={question}
      footer={(close) => (
        <Button kind="main" wide onClick={close}>
          Keep {value.toLowerCase()}
        </Button>
      )}
    >
      <SegmentedControl name={label} {...choice} />
      <p className="mt-4 min-h-12 text-soft" role="status">
        {meaning[value]}
      </p>
    </SheetButton>
  );
}
