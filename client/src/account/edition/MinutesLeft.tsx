import { leftWords, useMinutes } from './entitlements.ts';

/** Keeps its line free until the minutes are known. */
export function MinutesLeft({ className = '' }: { className?: string }) {
  const minutes = useMinutes();
  return (
    <p role="status" className={`min-h-6 text-meta text-soft ${className}`}>
      {minutes && leftWords(minutes)}
    </p>
  );
}
