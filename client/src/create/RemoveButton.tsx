import { X } from 'lucide-react';

type RemoveButtonProps = {
  name: string;
  onRemove: () => void;
};

export function RemoveButton({ name, onRemove }: RemoveButtonProps) {
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
