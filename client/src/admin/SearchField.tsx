import { TextField } from '../ui/TextField.tsx';
import { useSearchText } from '../ui/useSearchText.ts';
import { useAddress } from './address.ts';

export function SearchField({ label }: { label: string }) {
  const address = useAddress();
  const [text, setText] = useSearchText(address.get('q'), (q) => address.set({ q }));
  return (
    <TextField
      label={label}
      type="search"
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
}
