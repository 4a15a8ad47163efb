import { brand } from '#shared/brand.ts';
import { type EmailText, layOut } from '../layout.ts';

/**
 * To the owner of an address who used Google to sign in to an account whose address was unverified.
 */
export function securedEmail({ supportEmail }: { supportEmail: string }): EmailText {
  const what = 'You signed in with Google, which shows that this address is yours.';
  return layOut({
    subject: `Your ${brand.name} account is yours alone`,
    preview: what,
    heading: 'Yours alone',
    blocks: [
      what,
      'Somebody had made the account with a password before, and nobody had confirmed the address. So that password no longer works, every other browser is signed out, and the address of its private feed, the links to its episodes and its unpaid orders have ended.',
      {
        kind: 'soft',
        text: 'If that was you: nothing else is lost. Set a new password in the panel of your account, and share your episodes by their new links.',
      },
    ],
    supportEmail,
  });
}
