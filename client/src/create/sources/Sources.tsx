import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { SOURCES_MAX } from '#shared/sourceLimits.ts';
import { useDemoWriter } from '../../api/config.ts';
import { useSales } from '../../api/sales.ts';
import type { Attachment } from '../../api/sources.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { WhatFollows } from '../demo/WhatFollows.tsx';
import { Wikipedia } from '../demo/Wikipedia.tsx';
import type { OrderControl } from '../form.ts';
import { AddSource } from './AddSource.tsx';
import { RestsOn } from './RestsOn.tsx';
import { SourceRow } from './SourceRow.tsx';
import { isBeingRead } from './sourceEntry.ts';
import { TWICE, useOrderSources } from './useOrderSources.ts';

type SourcesProps = {
  control: OrderControl;
  draftId: string;
  leaves: number;
};

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
  const focus = () => (opener.current ?? heading.current)?.focus({ preventScroll: true });
  useEffect(() => register({ focus: () => (opener.current ?? heading.current)?.focus() }));

  function change(act: () => void) {
    flushSync(act);
    // The element that had the focus is gone.
    focus();
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
