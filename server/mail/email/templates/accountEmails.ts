import { brand } from '#shared/brand.ts';
import { type Block, button, link, list, soft } from '../blocks.ts';
import { type EmailText, layOut, type Sender } from '../layout.ts';

interface Links {
  verifyUrl: string;
  disownUrl: string;
}

interface Welcome extends Sender {
  links: Links | null;
  createUrl: string;
  sells: boolean;
}

export function welcomeEmail({ links, createUrl, sells, ...sender }: Welcome): EmailText {
  const start =
    'Type what you can’t stop wondering. Two AI hosts talk it through and send you the episode.';
  const terms =
    'After your first paid episode, a 10-minute one is on us. You pay per episode; nothing renews.';
  const about = sells ? [start, soft(terms)] : [start];
  return layOut(sender, {
    subject: `Welcome to ${brand.name}`,
    preview: start,
    heading: 'The studio is open',
    blocks: links
      ? ['One thing first: is this address yours?', ...confirm(links, about)]
      : [...about, button('Make an episode', createUrl)],
  });
}

/** For emails that somebody else may have caused by typing this address. */
const confirm = ({ verifyUrl, disownUrl }: Links, more: (Block | string)[] = []) => [
  button('Confirm my email', verifyUrl),
  ...more,
  soft(
    `If you didn’t sign up for ${brand.name}, someone else typed in your address. Don’t confirm it. You can close their account:`,
    true,
  ),
  link('I didn’t sign up', disownUrl),
];

export function verificationEmail({ verifyUrl, disownUrl, ...sender }: Sender & Links): EmailText {
  const request =
    'Open the link in the browser where you’re signed in, or sign in when it asks. It works for seven days.';
  return layOut(sender, {
    subject: `Confirm your email for ${brand.name}`,
    preview: request,
    heading: 'Is this you?',
    blocks: ['Confirm that this address is yours.', request, ...confirm({ verifyUrl, disownUrl })],
  });
}

/** For a user whose Google sign-in took over an account with an unverified address. */
export function securedEmail(sender: Sender): EmailText {
  const what = 'You signed in with Google, which shows that this address is yours.';
  return layOut(sender, {
    subject: `Your ${brand.name} account is yours alone`,
    preview: what,
    heading: 'Your account is yours alone',
    blocks: [
      what,
      'Before that, someone had opened this account with a password and never confirmed the address. To be safe, we’ve shut them out:',
      list([
        'That password no longer works.',
        'Every other browser is signed out.',
        'The account’s private feed, episode links and open orders have ended.',
      ]),
      button('Open your account', `${sender.publicUrl}/dashboard?panel=account`),
      soft(
        'If that was you all along, your episodes are still there: set a new password in your account, and share them again by their new links. If it wasn’t, you have nothing to do.',
      ),
    ],
  });
}

export function resetEmail({ resetUrl, ...sender }: Sender & { resetUrl: string }): EmailText {
  const terms = 'The link works once, for one hour.';
  return layOut(sender, {
    subject: `Your new password for ${brand.name}`,
    preview: terms,
    heading: 'A new password',
    blocks: [
      `Someone asked for a new password for this address. ${terms}`,
      button('Choose a new password', resetUrl),
      'Choosing one signs you out everywhere. Earlier password links no longer work.',
      soft('If it wasn’t you, ignore this email: your password stays the same.'),
    ],
  });
}

export function farewellEmail(sender: Sender): EmailText {
  const news = 'Your episodes, transcripts and texts are deleted with it.';
  return layOut(sender, {
    subject: `Your ${brand.name} account is deleted`,
    preview: news,
    heading: 'Your account is deleted',
    blocks: [
      news,
      'Shared links and your private feed no longer work. The order records we have to keep no longer contain your name, address or topics.',
      `If it wasn’t you, ${sender.supportEmail ? `write to ${sender.supportEmail}` : 'tell whoever runs this house'} right away.`,
      soft('This is the last email you’ll get from us.'),
    ],
  });
}
