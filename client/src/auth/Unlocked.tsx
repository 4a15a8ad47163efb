import { Check } from 'lucide-react';
import { Link } from 'wouter';
import { useSales } from '../sales.ts';

const unlocked = [
  'Episodes on any topic, in two voices you choose',
  'A shelf that keeps every episode you make',
];
const BONUS = 'A free 10-minute bonus podcast after your first purchase';

/** What an account is good for, and what one agrees to with it. */
export function Unlocked() {
  const sells = useSales();
  return (
    <div className="mt-7 px-2 text-meta text-soft">
      <h2 className="font-sans text-base font-bold text-ink">What your account unlocks</h2>
      <ul className="mt-2 flex flex-col gap-1.5">
        {[...unlocked, ...(sells ? [BONUS] : [])].map((line) => (
          <li key={line} className="flex gap-2.5">
            <Check aria-hidden size={18} className="mt-0.5 shrink-0 text-ink" />
            {line}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-balance">
        {sells ? (
          <>
            By creating an account you agree to the <Legal href="/terms">Terms of Service</Legal>{' '}
            and <Legal href="/privacy">Privacy Policy</Legal>.
          </>
        ) : (
          <>
            What we keep about you, and for how long, is in the{' '}
            <Legal href="/privacy">Privacy Policy</Legal>.
          </>
        )}
      </p>
    </div>
  );
}

function Legal({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="inline-block py-1 underline underline-offset-2">
      {children}
    </Link>
  );
}
