import { Check } from 'lucide-react';
import { Link } from 'wouter';
import type { Account } from '#shared/account.ts';
import { VerifyEmailButton } from './VerifyEmailButton.tsx';

/** Email address, sign-in methods and this month's episodes. */
export function WhoIAm({ user }: { user: Account }) {
  const made = user.monthlyPodcastsGenerated;
  return (
    <section aria-label="Who you are" className="flex flex-col gap-1">
      <p className="text-lead font-bold [overflow-wrap:anywhere]">{user.email}</p>
      {user.emailVerified ? (
        <p className="flex items-center gap-2 text-meta text-soft">
          <Check aria-hidden size={18} className="shrink-0" /> This address is proven.
        </p>
      ) : (
        <VerifyEmailButton />
      )}
      <p className="text-meta text-soft">{waysIn(user)}</p>
      <p className="text-meta text-soft">
        {made === 0 ? 'No episode' : made === 1 ? '1 episode' : `${made} episodes`} this month.{' '}
        <Link href="/upgrade" className="inline-block py-1 text-ink underline underline-offset-4">
          Where you stand
        </Link>
      </p>
    </section>
  );
}

function waysIn({ authProvider, hasPassword }: Account): string {
  if (authProvider !== 'google') return 'You sign in with your password.';
  return hasPassword
    ? 'You sign in with Google or your password.'
    : 'You sign in with Google. There is no password yet.';
}
