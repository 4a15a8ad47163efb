import { useController } from 'react-hook-form';
import { STYLES, type Style, TONES, type Tone } from '#shared/tonesAndStyles.ts';
import { ChoiceSheet } from './ChoiceSheet.tsx';
import type { OrderControl } from './form.ts';

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
