import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react';
import { SOURCE_DAYS, SOURCE_PDF_MAX, SOURCE_TEXT_MAX } from '#shared/sourceLimits.ts';
import type { Attachment } from '../../api/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';

const KINDS = ['Link', 'Text', 'PDF'] as const;

/** Characters. */
const LONGEST_LINK = 2000;
const LONGEST_TEXT = SOURCE_TEXT_MAX.toLocaleString('en');
const MEGABYTES = SOURCE_PDF_MAX / 1024 / 1024;

/** Returns why it cannot be added, or null. */
type OnAdd = (attachment: Attachment) => string | null;

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
      {kind === 'PDF' ? (
        <PdfField onAdd={onAdd} />
      ) : (
        <TypedSource key={kind} kind={kind} onAdd={onAdd} autoFocus={!isSwitched} />
      )}
      <Button kind="quiet" onClick={onClose} className="-mx-1 -mt-2 self-start">
        Close
      </Button>
    </fieldset>
  );
}

type TypedSourceProps = { kind: 'Link' | 'Text'; onAdd: OnAdd; autoFocus: boolean };

function TypedSource({ kind, onAdd, autoFocus }: TypedSourceProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const text = typed.trim();
  function add() {
    const read = kind === 'Link' ? linkFrom(text) : textFrom(text);
    setError(typeof read === 'string' ? read : onAdd(read));
  }
  const field = {
    label: kind,
    labelHidden: true,
    autoFocus,
    value: typed,
    onChange({ target }: { target: { value: string } }) {
      setTyped(target.value);
      setError(null);
    },
    error: error ?? undefined,
  };
  if (kind === 'Text') {
    return (
      <div className="flex flex-col gap-3">
        <TextArea
          {...field}
          placeholder="Paste your text"
          hint={`We delete it after ${SOURCE_DAYS} days.`}
          counter={
            <span className={text.length > SOURCE_TEXT_MAX ? 'font-semibold text-err' : undefined}>
              {text.length.toLocaleString('en')} of {LONGEST_TEXT}
            </span>
          }
        />
        <Button onClick={add}>Add</Button>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        {...field}
        className="grow basis-44"
        placeholder="Type or paste a link"
        type="url"
        inputMode="url"
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter would place the order.
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add} className="min-h-13 grow">
        Add
      </Button>
    </div>
  );
}

/** Returns the source, or what is wrong with `text`. */
function textFrom(text: string): Attachment | string {
  if (text === '') return 'Paste some text first.';
  if (text.length > SOURCE_TEXT_MAX) return `At most ${LONGEST_TEXT} characters, please.`;
  return { kind: 'text', text };
}

function linkFrom(text: string): Attachment | string {
  const url = readLink(text);
  if (url !== null && url.length <= LONGEST_LINK) return { kind: 'link', url };
  if (text === '') return 'Type or paste a link first.';
  if (text.length > LONGEST_LINK) return 'That link is too long for us.';
  return 'That doesn’t look like a link.';
}

/** Adds `https://` where the scheme is missing; returns null for anything but a web address. */
export function readLink(typed: string): string | null {
  const text = typed.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (/\s/.test(whole) || !URL.canParse(whole)) return null;
  const { protocol, hostname, href } = new URL(whole);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return /[.:]/.test(hostname) || hostname === 'localhost' ? href : null;
}

function PdfField({ onAdd }: { onAdd: OnAdd }) {
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // So that the same file can be chosen again.
    target.value = '';
    if (file) setError(refusePdf(file) ?? onAdd({ kind: 'pdf', file }));
  }
  return (
    <div>
      <label
        htmlFor={id}
        className="button relative flex min-h-12 cursor-pointer items-center justify-center rounded-button px-5 font-bold has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-ink"
      >
        Choose a PDF
        <input
          id={id}
          type="file"
          accept="application/pdf,.pdf"
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          onChange={onChange}
          className="sr-only"
        />
      </label>
      {error && (
        <p
          id={`${id}-error`}
          role="alert"
          className="mt-3 flex items-start gap-2 font-semibold text-err"
        >
          <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
          {error}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-3 text-meta text-soft">
        At most {MEGABYTES} MB. We delete it after {SOURCE_DAYS} days.
      </p>
    </div>
  );
}

function refusePdf({ name, type, size }: File): string | null {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return `“${name}” isn’t a PDF.`;
  if (size === 0) return `“${name}” is empty.`;
  return size > SOURCE_PDF_MAX ? `“${name}” is larger than ${MEGABYTES} MB.` : null;
}
