import { useState } from 'react';
import { SOURCE_DAYS, SOURCE_TEXT_MAX } from '#shared/sourceLimits.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import type { OnAdd } from './sourceEntry.ts';

const MOST = SOURCE_TEXT_MAX.toLocaleString('en');

export function PastedText({ onAdd, autoFocus }: { onAdd: OnAdd; autoFocus: boolean }) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const text = typed.trim();
  const isTooLong = text.length > SOURCE_TEXT_MAX;
  function add() {
    if (text === '') setError('Paste some text first.');
    else
      setError(isTooLong ? `At most ${MOST} characters, please.` : onAdd({ kind: 'text', text }));
  }
  return (
    <div className="flex flex-col gap-3">
      <TextArea
        label="Text"
        labelHidden
        placeholder="Paste your text"
        autoFocus={autoFocus}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
        error={error ?? undefined}
        hint={`We delete it after ${SOURCE_DAYS} days.`}
        counter={
          <span className={isTooLong ? 'font-semibold text-err' : undefined}>
            {text.length.toLocaleString('en')} of {MOST}
          </span>
        }
      />
      <Button onClick={add}>Add</Button>
    </div>
  );
}
