import { brand } from '#shared/brand.ts';
import { type LetterText, layOut } from './layout.ts';

interface Proof {
  verifyUrl: string;
  supportEmail: string;
}

/** To whoever asked for the welcome letter's link again. */
export function proofLetter({ verifyUrl, supportEmail }: Proof): LetterText {
  const request = 'Tell us that this address is yours. The link works for seven days.';
  return layOut({
    subject: `Confirm your address for ${brand.name}`,
    preview: request,
    heading: 'Is this you?',
    blocks: [
      { kind: 'text', text: request },
      { kind: 'button', label: 'Confirm my address', url: verifyUrl },
      { kind: 'soft', text: `If you have no account with ${brand.name}, leave this letter be.` },
    ],
    supportEmail,
  });
}
