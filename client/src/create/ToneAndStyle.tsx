import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { useController } from 'react-hook-form';
import { STYLES, type Style, TONES, type Tone } from '#shared/tonesAndStyles.ts';
import { useSales } from '../api/sales.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { SheetButton } from '../ui/SheetButton.tsx';
import type { OrderControl } from './draft.ts';

const TONE_MEANS: Record<Tone, string> = {
  Normal: 'Two curious people, awake and easy to follow.',
  Funny: 'Jokes where they fit. The facts stay straight.',
  Serious: 'No banter, full attention on the subject.',
  Calm: 'Slow and quiet, for the end of the day.',
  Energetic: 'Quick, bright, a little out of breath.',
  Skeptical: 'Every claim gets asked: how do we know?',
};

const STYLE_MEANS: Record<Style, string> = {
  Conversation: 'Both hosts think out loud together.',
  Interview: 'Mic 1 asks, mic 2 knows.',
  Debate: 'They disagree, politely, until the end.',
  Storytelling: 'It starts somewhere, and something happens.',
  'Explain it simply': 'No jargon. One step at a time.',
};

export function ToneAndStyle({ control }: { control: OrderControl }) {
  const tone = useController({ control, name: 'tone' }).field;
  const style = useController({ control, name: 'style' }).field;
  return (
    <section
      aria-label="Tone and style"
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.25rem),1fr))] gap-3"
    >
      <ChoiceSheet
        label="Tone"
        question="How should it sound?"
        values={TONES}
        value={tone.value}
        meaning={TONE_MEANS}
        onChange={tone.onChange}
        columns={3}
      />
      <ChoiceSheet
        label="Style"
        question="How do they talk?"
        values={STYLES}
        value={style.value}
        meaning={STYLE_MEANS}
        onChange={style.onChange}
        columns={2}
      />
    </section>
  );
}

type ChoiceSheetProps<Value extends string> = {
  label: string;
  question: string;
  values: readonly Value[];
  value: Value;
  meaning: Record<Value, string>;
  onChange: (value: Value) => void;
  columns: 2 | 3;
};

function ChoiceSheet<Value extends string>(props: ChoiceSheetProps<Value>) {
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
