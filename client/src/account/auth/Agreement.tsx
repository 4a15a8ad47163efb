import { Link } from 'wouter';
import { useSales } from '../../api/sales.ts';

export function Agreement() {
  return (
    <p className="mt-5 text-center text-meta text-balance text-soft lg:mt-6">
      {useSales() ? (
        <>
          By creating an account you agree to the <Legal href="/terms">Terms of Service</Legal> and{' '}
          <Legal href="/privacy">Privacy Policy</Legal>.
        </>
      ) : (
        <>
          What we keep about you, and for how long, is in the{' '}
          <Legal href="/privacy">Privacy Policy</Legal>.
        </>
      )}
    </p>
  );
}

function Legal({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className="inline-block py-1 underline underline-offset-2">
      {children}
    </Link>
  );
}
