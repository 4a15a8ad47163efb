import { Check, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Voice } from '#shared/voices.ts';
import type { Sound } from '../../player/engine/sound.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextField } from '../../ui/TextField.tsx';
import type { Mic } from './useCast.ts';
import { capital } from './VoiceCard.tsx';
import { groupVoices, VoiceGroups } from './VoiceGroups.tsx';

/** An empty list matches every voice. */
type VoiceSearch = {
  text: string;
  genders: readonly string[];
  accents: readonly string[];
  tags: readonly string[];
};

export const EVERY_VOICE: VoiceSearch = { text: '', genders: [], accents: [], tags: [] };

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

export function findVoices(voices: readonly Voice[], search: VoiceSearch): Voice[] {
  const words = plain(search.text).split(/\s+/).filter(Boolean);
  return voices.filter(
    (voice) =>
      matchesAny(search.genders, [voice.gender]) &&
      matchesAny(search.accents, [voice.accent]) &&
      matchesAny(search.tags, voice.tags) &&
      hasWords(voice, words),
  );
}

/** Matches only at the start of a word: "male" must not find every female voice. */
function hasWords(voice: Voice, words: readonly string[]): boolean {
  const { name, gender, accent, description, tags } = voice;
  const about = plain(` ${[name, gender, accent, description, ...tags].join(' ')}`);
  return words.every((word) => about.includes(` ${word}`) || about.includes(`-${word}`));
}

const matchesAny = (wanted: readonly string[], has: readonly string[]) =>
  wanted.length === 0 || has.some((value) => wanted.includes(value));

export function commonest(values: readonly string[], limit = Number.POSITIVE_INFINITY): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  // Not localeCompare, whose rules take a phone 20 ms to load; these are English words.
  return [...counts]
    .sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([value]) => value);
}

type VoicePickerProps = {
  mic: Mic;
  voices: readonly Voice[];
  current: Voice;
  other: Voice;
  /** Best first. */
  partnersOf: (voice: Voice) => readonly Voice[];
  sound: Sound & { toggle: (src: string) => void; stop: () => void };
  onPut: (voice: Voice) => void;
  onClose: () => void;
};

export function VoicePicker(props: VoicePickerProps) {
  const { mic, voices, current, other, partnersOf, sound, onPut, onClose } = props;
  const [search, setSearch] = useState(EVERY_VOICE);
  const [picked, setPicked] = useState(current);
  // Deferred, so that the sheet opens and the field reacts before the rows render.
  const shown = useDeferredValue<VoiceSearch | null>(search, null);
  const found = findVoices(voices, shown ?? search);
  // Grouped once per opening, so that no row moves under a thumb.
  const [groups] = useState(() => groupVoices(voices, other, partnersOf(other)));
  const playing =
    sound.state === 'playing' && voices.find((one) => one.sampleAudioUrl === sound.src);

  const close = () => {
    sound.stop();
    onClose();
  };
  function tap(voice: Voice) {
    sound.toggle(voice.sampleAudioUrl);
    if (voice.id !== other.id) setPicked(voice);
  }
  return (
    <Sheet
      open
      tall
      onClose={close}
      title={
        <>
          Who’s on <span className={mic === 1 ? 'text-a' : 'text-b'}>mic {mic}</span>?
        </>
      }
      footer={
        <Button
          kind="main"
          wide
          onClick={() => {
            onPut(picked);
            close();
          }}
        >
          {picked.id === current.id ? 'Keep' : 'Put'} {picked.name} on mic {mic}
        </Button>
      }
    >
      <div className="relative pt-1">
        <Search aria-hidden size={22} className="absolute top-[19px] left-4 z-10" />
        <TextField
          label="Search voices"
          labelHidden
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder="Name, accent or mood"
          value={search.text}
          onChange={(event) => setSearch({ ...search, text: event.target.value })}
          className="[&_input]:pl-12"
        />
      </div>
      <FilterChips voices={voices} search={search} onChange={setSearch} />
      <p role="status" className="text-meta text-soft">
        {found.length} of {voices.length} voices. {other.name} is on mic {mic === 1 ? 2 : 1}.
      </p>
      <p aria-live="polite" className="sr-only">
        {playing && `${playing.name} is playing.`}
      </p>
      {found.length === 0 && (
        <Button kind="quiet" onClick={() => setSearch(EVERY_VOICE)}>
          Show every voice
        </Button>
      )}
      {shown && (
        <VoiceGroups
          groups={found.length === voices.length ? groups : [{ title: null, voices: found }]}
          mic={mic}
          current={current}
          other={other}
          picked={picked}
          sound={sound}
          onTap={tap}
        />
      )}
    </Sheet>
  );
}

const MOST_TAGS = 8;

function chipsOf(voices: readonly Voice[]) {
  const tags = voices.flatMap((voice) => voice.tags);
  const kinds = [
    ['genders', commonest(voices.map((voice) => voice.gender))],
    ['tags', commonest(tags, MOST_TAGS)],
    ['accents', commonest(voices.map((voice) => voice.accent))],
  ] as const;
  return kinds.flatMap(([kind, values]) => values.map((value) => ({ kind, value })));
}

type FilterChipsProps = {
  voices: readonly Voice[];
  search: VoiceSearch;
  onChange: (search: VoiceSearch) => void;
};

/** One row, to leave the voices room. A mouse cannot swipe it, so it gets a scroll bar. */
function FilterChips({ voices, search, onChange }: FilterChipsProps) {
  const chips = useMemo(() => chipsOf(voices), [voices]);
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
