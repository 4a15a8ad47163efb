import { brand } from '#shared/brand.ts';
import { type EmailText, layOut } from '../layout.ts';
import { notMe } from './buyer.ts';

interface Proof {
  verifyUrl: string;
  disownUrl: string;
  supportEmail: string;
}

/** To a user who requested another verification link. */
export function verificationEmail({ verifyUrl, disownUrl, supportEmail }: Proof): EmailText {
  const request =
    'Tell us that this address is yours: open the link where you are signed in, or sign in when it asks. It works for seven days.';
  return layOut({
    subject: `Confirm your address for ${brand.name}`,
    preview: request,
    heading: 'Is this you?',
    blocks: [
      request,
      { kind: 'button', label: 'Confirm my address', url: verifyUrl },
      ...notMe(disownUrl),
    ],
    supportEmail,
  });
}
