import { Search } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import type { Voice } from '#shared/voices.ts';
import type { Sound } from '../../player/engine/sound.ts';
import { Button } from '../../ui/Button.tsx';
import { Sheet } from '../../ui/Sheet.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { EVERY_VOICE, findVoices, type VoiceSearch } from '../catalogue.ts';
import { chipsOf, FilterChips } from './FilterChips.tsx';
import type { Mic } from './useCast.ts';
import { VoiceGroups } from './VoiceGroups.tsx';
import { groupVoices } from './voiceGroups.ts';

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
  const chips = useMemo(() => chipsOf(voices), [voices]);
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
      <FilterChips chips={chips} search={search} onChange={setSearch} />
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
