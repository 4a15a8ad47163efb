import { X } from 'lucide-react';

export function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button
      type="button"
      aria-label={`Remove “${name}”`}
      onClick={onRemove}
      className="-mr-3 grid size-11 shrink-0 place-items-center rounded-well text-soft"
    >
      <X aria-hidden size={20} />
    </button>
  );
}
