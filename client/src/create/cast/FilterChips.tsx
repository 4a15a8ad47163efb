import { Check } from 'lucide-react';
import type { Voice } from '#shared/voices.ts';
import { classes } from '../../ui/classes.ts';
import { capital, commonest, type VoiceSearch } from '../catalogue.ts';

const MOST_TAGS = 8;

export function chipsOf(voices: readonly Voice[]): Chip[] {
  const chips = (kind: keyof Omit<VoiceSearch, 'text'>, values: string[]): Chip[] =>
    values.map((value) => ({ kind, value }));
  return [
    ...chips('genders', commonest(voices.map((voice) => voice.gender))),
    ...chips(
      'tags',
      commonest(
        voices.flatMap((voice) => voice.tags),
        MOST_TAGS,
      ),
    ),
    ...chips('accents', commonest(voices.map((voice) => voice.accent))),
  ];
}

type Chip = { kind: keyof Omit<VoiceSearch, 'text'>; value: string };

type FilterChipsProps = {
  chips: readonly Chip[];
  search: VoiceSearch;
  onChange: (search: VoiceSearch) => void;
};

/** One row, to leave the voices room. A mouse cannot swipe it, so it gets a scroll bar. */
export function FilterChips({ chips, search, onChange }: FilterChipsProps) {
  return (
    <fieldset className="-mx-5 my-3 flex min-w-0 gap-2 overflow-x-auto py-1 pr-11 pl-5 [mask-image:linear-gradient(to_right,#000_calc(100%-3rem),transparent)] [scrollbar-color:var(--rim)_transparent] [scrollbar-width:none] lg:pb-2 lg:[scrollbar-width:thin]">
      <legend className="sr-only">Filter voices</legend>
      {chips.map(({ kind, value }) => {
        const on = search[kind].includes(value);
        const rest = search[kind].filter((other) => other !== value);
        return (
          <button
            key={`${kind} ${value}`}
            type="button"
            aria-pressed={on}
            onClick={() => onChange({ ...search, [kind]: on ? rest : [...rest, value] })}
            className={classes(
              'flex min-h-11 shrink-0 items-center gap-1.5 rounded-chip px-4 font-bold whitespace-nowrap lg:min-h-9 lg:px-3 lg:text-meta',
              on ? 'bg-ink text-ground' : 'border-[1.5px] border-rim',
            )}
          >
            {on && <Check aria-hidden size={18} strokeWidth={2.5} />}
            {capital(value)}
          </button>
        );
      })}
    </fieldset>
  );
}
