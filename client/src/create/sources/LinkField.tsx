import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { readLink } from './readLink.ts';
import type { OnAdd } from './row.ts';

type LinkFieldProps = { onAdd: OnAdd; autoFocus: boolean };

/** A link, typed or pasted; Enter adds it. */
export function LinkField({ onAdd, autoFocus }: LinkFieldProps) {
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  function add() {
    const url = readLink(typed);
    setError(url ? onAdd({ kind: 'link', url }) : refuse(typed));
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
        maxLength={2000}
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

const refuse = (typed: string) =>
  typed.trim() === ''
    ? 'Type or paste a link first.'
    : 'That doesn’t look like a link. One begins like example.com/page.';
