import { useMinutes } from './entitlements.ts';
import { leftWords } from './minutesText.ts';

/** How many minutes the account has left; its line is kept free until that is known. */
export function MinutesLeft({ className = '' }: { className?: string }) {
  const minutes = useMinutes();
  return (
    <p role="status" className={`min-h-6 text-meta text-soft ${className}`}>
      {minutes && leftWords(minutes)}
    </p>
  );
}
