import { RotateCcw, RotateCw } from 'lucide-react';

/** `by` in seconds, negative goes back. */
export function SkipKey({ by, onPress }: { by: number; onPress: () => void }) {
  const Icon = by < 0 ? RotateCcw : RotateCw;
  return (
    <button
      type="button"
      onClick={onPress}
      aria-label={`${Math.abs(by)} seconds ${by < 0 ? 'back' : 'forward'}`}
      className="relative grid size-13 shrink-0 max-[360px]:size-11 place-items-center rounded-full"
    >
      <Icon aria-hidden size={38} strokeWidth={1.75} />
      <span aria-hidden className="absolute text-[0.6875rem] font-bold">
        {Math.abs(by)}
      </span>
    </button>
  );
}
