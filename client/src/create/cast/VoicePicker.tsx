import { Check, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { areVoicesSimilar } from '#shared/voiceSimilarity.ts';
import type { Voice } from '#shared/voices.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Sheet } from '../../ui/Sheet.tsx';
import type { Sound } from '../../ui/sound.ts';
import { TextField } from '../../ui/TextField.tsx';
import { capital, commonest, EVERY_VOICE, findVoices, type VoiceSearch } from '../catalogue.ts';
import type { Mic } from './useCast.ts';
import { VoiceRow } from './VoiceRow.tsx';

type VoicePickerProps = {
  mic: Mic;
  voices: readonly Voice[];
  /** Who is on this mic now, and who on the other. */
  current: Voice | undefined;
  other: Voice | undefined;
  sound: Sound & { toggle: (src: string) => void; stop: () => void };
  onPut: (voice: Voice) => void;
  onClose: () => void;
};

/** The voice catalogue for one host: listen, choose, then confirm. */
export function VoicePicker(props: VoicePickerProps) {
  const { mic, voices, current, other, sound, onPut, onClose } = props;
  const [search, setSearch] = useState(EVERY_VOICE);
  const [chosen, setChosen] = useState(current);
  // Deferred, so that the sheet opens and the field reacts before the rows render.
  const shown = useDeferredValue<VoiceSearch | null>(search, null);
  const found = findVoices(voices, shown ?? search);
  const chips = useMemo(() => chipsOf(voices), [voices]);
  const otherMic = mic === 1 ? 2 : 1;

  const stop =
    found.find(({ id }) => id === chosen?.id) ?? found.find(({ id }) => id !== other?.id);

  const close = () => {
    sound.stop();
    onClose();
  };
  const put = () => {
    if (!chosen) return;
    onPut(chosen);
    close();
  };
  return (
    <Sheet
      open
      onClose={close}
      title={
        <>
          Who’s on <span className={mic === 1 ? 'text-a' : 'text-b'}>mic {mic}</span>?
        </>
      }
      footer={
        <Button kind="main" wide disabled={!chosen} onClick={put}>
          {chosen ? `Put ${chosen.name} on mic ${mic}` : 'Choose a voice above'}
        </Button>
      }
    >
      {/* A fixed height, so that nothing moves while the list gets shorter. */}
      <div className="relative before:absolute before:h-[66dvh] before:w-px">
        <Search aria-hidden size={22} className="absolute top-[15px] left-4 z-10" />
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
      <FilterChips chips={chips} search={search} onChange={setSearch} />
      <p role="status" className="mb-1 text-meta text-soft">
        {found.length} of {voices.length} voices. {other && `${other.name} is on mic ${otherMic}.`}
      </p>
      {found.length === 0 && (
        <Button kind="quiet" onClick={() => setSearch(EVERY_VOICE)}>
          Show every voice
        </Button>
      )}
      <fieldset className="min-w-0">
        <legend className="sr-only">Voices for mic {mic}</legend>
        <ul className="-mx-3">
          {(shown ? found : []).map((voice) => (
            <VoiceRow
              key={voice.id}
              voice={voice}
              mic={mic}
              chosen={voice.id === chosen?.id}
              onOtherMic={voice.id === other?.id}
              closeTo={
                other && voice.id !== other.id && areVoicesSimilar(voice, other) ? other : undefined
              }
              sound={sound}
              onChoose={setChosen}
              isStop={voice.id === stop?.id}
              onEnter={put}
            />
          ))}
        </ul>
      </fieldset>
    </Sheet>
  );
}

const MOST_TAGS = 8;

/** What can be filtered by, from the catalogue itself. */
function chipsOf(voices: readonly Voice[]): Chip[] {
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

/** Chips in one row under a thumb, in several for a mouse, which cannot push a row sideways. */
function FilterChips({ chips, search, onChange }: FilterChipsProps) {
  return (
    <fieldset className="-mx-5 my-3 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] lg:flex-wrap">
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
