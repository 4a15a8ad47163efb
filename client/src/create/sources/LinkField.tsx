import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { readLink } from './readLink.ts';
import type { OnAdd } from './sourceEntry.ts';

/** Characters. */
const LONGEST = 2000;

type LinkFieldProps = { onAdd: OnAdd; autoFocus: boolean };

export function LinkField({ onAdd, autoFocus }: LinkFieldProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  function add() {
    const url = readLink(typed);
    const isLink = url !== null && url.length <= LONGEST;
    setError(isLink ? onAdd({ kind: 'link', url }) : refuse(typed));
  }
  return (
    <div className="flex flex-wrap items-start gap-3">
      <TextField
        className="grow basis-44"
        label="Link"
        labelHidden
        placeholder="Type or paste a link"
        type="url"
        inputMode="url"
        enterKeyHint="done"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={autoFocus}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setError(null);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          // Enter would place the order.
          event.preventDefault();
          add();
        }}
        error={error ?? undefined}
      />
      <Button onClick={add} className="min-h-13 grow">
        Add
      </Button>
    </div>
  );
}

function refuse(typed: string): string {
  const text = typed.trim();
  if (text === '') return 'Type or paste a link first.';
  if (text.length > LONGEST) return 'That link is too long for us.';
  return 'That doesn’t look like a link.';
}
