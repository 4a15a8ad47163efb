import { CircleAlert, FileText, Link2, Text } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useController } from 'react-hook-form';
import { SOURCES_MAX } from '#shared/sourceLimits.ts';
import type { Source } from '#shared/sources.ts';
import { useConfig, useDemoWriter } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import type { Attachment } from '../../api/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { WhatFollows, Wikipedia } from '../demo/DemoChoices.tsx';
import type { OrderControl } from '../draft.ts';
import { RemoveButton } from '../RemoveButton.tsx';
import { AddSource } from './AddSource.tsx';
import {
  fallbackTitle,
  isBeingRead,
  type SourceEntry,
  TWICE,
  useOrderSources,
} from './useOrderSources.ts';

type SourcesProps = { control: OrderControl; draftId: string; leaves: number };

const PASTE = 'Paste a paragraph or add a link, and they talk about that';

export default function Sources({ control, draftId, leaves }: SourcesProps) {
  const { rows, hasRead, lacksDemoSubject, notice, refusal, register, add, remove, lookUp } =
    useOrderSources(control, draftId);
  const isDemo = useDemoWriter();
  const sells = useSales();
  const [isOpen, setOpen] = useState(false);
  const label = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const focus = (options?: FocusOptions) => (opener.current ?? heading.current)?.focus(options);
  useEffect(() => register({ focus }));

  function change(act: () => void) {
    flushSync(act);
    // The element that had the focus is gone.
    focus({ preventScroll: true });
  }
  const close = () => change(() => setOpen(false));
  function onAdd(attachment: Attachment): string | null {
    if (!add(attachment)) return TWICE;
    close();
    return null;
  }

  const isFull = rows.length >= SOURCES_MAX;
  const isReading = rows.some(isBeingRead);
  const words = rows.flatMap(({ source }) => source?.words ?? []);
  const isShown = rows.length > 0 || isOpen;
  return (
    <section
      aria-labelledby={isShown ? label : undefined}
      aria-label="Your sources"
      className={classes(isShown && 'mt-4 rounded-card border-[1.5px] border-line px-4 pt-3 pb-2')}
    >
      {isShown && (
        <h2
          ref={heading}
          id={label}
          tabIndex={-1}
          className="font-sans text-body font-bold outline-none"
        >
          Your sources
        </h2>
      )}
      {rows.length > 0 && (
        <ul className="@container mt-1">
          {rows.map((row) => (
            <SourceRow
              key={row.key}
              row={row}
              onRemove={() => change(() => remove(row))}
              onReadAgain={() => {
                heading.current?.focus({ preventScroll: true });
                row.readAgain();
              }}
            />
          ))}
        </ul>
      )}
      <p role="status" className="text-meta text-soft">
        {[
          isReading &&
            (lacksDemoSubject
              ? 'As soon as it’s read, they can talk about it.'
              : `You can ${sells ? 'order' : 'continue'} right away. Anything not read by then is left out.`),
          isFull && 'That’s five, the most an episode can take.',
          notice,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {refusal && (
        <p id={`${label}-refusal`} className="mt-2 flex items-start gap-2 font-semibold text-err">
          <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
          {refusal}
        </p>
      )}
      {isOpen && !isFull && <AddSource isDemo={isDemo} onAdd={onAdd} onClose={close} />}
      {!isOpen && !isFull && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4">
          <Button
            ref={opener}
            kind="quiet"
            aria-expanded={false}
            aria-describedby={refusal ? `${label}-refusal` : undefined}
            onClick={() => setOpen(true)}
            className="-mx-1 text-left!"
          >
            {lacksDemoSubject ? PASTE : rows.length > 0 ? 'Add another source' : 'Add a source'}
          </Button>
          {rows.length === 0 && !lacksDemoSubject && (
            <span className="text-meta text-soft">Link, text or PDF</span>
          )}
        </p>
      )}
      {isDemo && (
        <Wikipedia lacksDemoSubject={lacksDemoSubject} leaves={leaves} onLookUp={lookUp} />
      )}
      {hasRead && <RestsOn control={control} />}
      {isDemo && words.length > 0 && <WhatFollows control={control} words={words} />}
    </section>
  );
}

const ICONS = { link: Link2, topic: Link2, text: Text, pdf: FileText };

type SourceRowProps = { row: SourceEntry; onRemove: () => void; onReadAgain: () => void };

function SourceRow({ row, onRemove, onReadAgain }: SourceRowProps) {
  const { attachment, source, problem } = row;
  const name = source?.title || fallbackTitle(attachment);
  const Icon = ICONS[source?.kind ?? (attachment.kind === 'read' ? 'link' : attachment.kind)];
  return (
    <li className="border-line not-first:border-t">
      <div className="flex items-start gap-3">
        <Icon aria-hidden size={20} className="mt-3 hidden shrink-0 text-soft @[15rem]:block" />
        <div className="min-w-0 grow py-2.5">
          <div role="status">
            <p dir="auto" className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">
              {name}
            </p>
            {problem ? (
              <p className="mt-1 flex items-start gap-2 font-semibold text-err">
                <CircleAlert aria-hidden size={20} className="mt-0.5 shrink-0" />
                {problem.sentence}
              </p>
            ) : (
              <p className="text-meta text-soft [overflow-wrap:anywhere]">
                {source ? sourceFacts(source) : 'Reading…'}
              </p>
            )}
          </div>
          {problem?.mayPass && (
            <Button
              kind="quiet"
              aria-label={`Try again: ${name}`}
              onClick={onReadAgain}
              className="-mx-1 -mb-2"
            >
              Try again
            </Button>
          )}
        </div>
        <RemoveButton name={name} onRemove={onRemove} />
      </div>
    </li>
  );
}

function sourceFacts({ site, words, kind }: Source): string {
  const where = site ?? { link: null, pdf: 'PDF', text: 'Your text' }[kind];
  const length = words === 1 ? '1 word' : `${words.toLocaleString('en')} words`;
  return [where, length].filter(Boolean).join(', ');
}

const CHOICES = [
  { only: false, name: 'These and the web' },
  { only: true, name: 'Only from these' },
];

/** Offers no choice where nothing is looked up; the demo says what follows instead. */
function RestsOn({ control }: { control: OrderControl }) {
  const isDemo = useDemoWriter();
  const looksNothingUp = useConfig()?.research === false;
  const { value, onChange } = useController({ control, name: 'onlyTheseSources' }).field;
  const id = useId();
  if (looksNothingUp) {
    return isDemo ? null : (
      <p className="mt-1 border-t border-line py-3 text-meta text-soft">
        The episode rests on these alone: nothing else is looked up.
      </p>
    );
  }
  return (
    <fieldset className="mt-1 min-w-0 border-t border-line py-1">
      <legend className="sr-only">What the episode rests on</legend>
      {CHOICES.map(({ only, name }) => (
        <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name={id}
            checked={value === only}
            onChange={() => onChange(only)}
            className="size-5 shrink-0 accent-[var(--ink)]"
          />
          {name}
        </label>
      ))}
    </fieldset>
  );
}
