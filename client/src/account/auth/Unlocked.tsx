import { Check } from 'lucide-react';

const unlocked = [
  'Episodes on any topic, in two voices you choose',
  'A shelf that keeps every episode you make',
];

export function Unlocked() {
  return (
    <div className="mt-7 text-meta text-soft lg:mt-6 lg:px-7">
      <h2 className="font-sans text-base font-bold text-ink">What your account unlocks</h2>
      <ul className="mt-2 flex flex-col gap-1.5">
        {unlocked.map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-ink" />
            <span className="text-balance">{line}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
