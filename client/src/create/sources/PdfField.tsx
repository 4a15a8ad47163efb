import { CircleAlert } from 'lucide-react';
import { type ChangeEvent, useId, useState } from 'react';
import { SOURCE_DAYS, SOURCE_PDF_MAX } from '#shared/sourceLimits.ts';
import type { OnAdd } from './sourceEntry.ts';

const MEGABYTES = SOURCE_PDF_MAX / 1024 / 1024;

export function PdfField({ onAdd }: { onAdd: OnAdd }) {
  const [error, setError] = useState<string | null>(null);
  const id = useId();
  function onChange({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    // So that the same file can be chosen again.
    target.value = '';
    if (file) setError(refuse(file) ?? onAdd({ kind: 'pdf', file }));
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

function refuse({ name, type, size }: File): string | null {
  if (type !== 'application/pdf' && !/\.pdf$/i.test(name)) return `“${name}” isn’t a PDF.`;
  if (size === 0) return `“${name}” is empty.`;
  return size > SOURCE_PDF_MAX ? `“${name}” is larger than ${MEGABYTES} MB.` : null;
}
