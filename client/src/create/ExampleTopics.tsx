import { EXAMPLE_TOPICS } from '#shared/exampleTopics.ts';
import { classes } from '../ui/classes.ts';

type ExampleTopicsProps = {
  topic: string;
  areAll: boolean;
  onChoose: (topic: string) => void;
};

export function ExampleTopics({ topic, areAll, onChoose }: ExampleTopicsProps) {
  return (
    <fieldset
      className={
        areAll
          ? 'mt-4 flex min-w-0 flex-wrap gap-2'
          : '-mx-5 mt-3 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:flex-wrap lg:[&>:nth-child(n+6)]:hidden'
      }
    >
      <legend className={areAll ? 'mb-2 font-bold' : 'sr-only'}>
        {areAll ? 'This demo has six episodes of its own:' : 'Example topics'}
      </legend>
      {EXAMPLE_TOPICS.map((example) => (
        <button
          key={example}
          type="button"
          aria-pressed={topic === example}
          // Keeps the focus in the field.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(example)}
          className={classes(
            'min-h-11 rounded-chip border-[1.5px] border-rim px-4 text-meta font-semibold aria-pressed:border-ink',
            !areAll && 'shrink-0 whitespace-nowrap',
          )}
        >
          {example}
        </button>
      ))}
    </fieldset>
  );
}
