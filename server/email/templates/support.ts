import { type EmailText, layOut } from '../layout.ts';

interface Message {
  id: number;
  name: string | null;
  email: string;
  message: string;
  /** The account that was signed in while writing. */
  userId: number | null;
  supportEmail: string;
}

/**
 * To support, from the contact page. No visitor's text becomes a header: the subject is ours, and
 * the reply address is in the body.
 */
export function contactEmail(letter: Message): EmailText {
  const { id, name, email, message, userId, supportEmail } = letter;
  const sender = name ? `${name.replace(/\s+/g, ' ')}, ${email}` : email;
  return layOut({
    subject: `Message ${id} from the contact page`,
    preview: `From ${sender}`,
    heading: 'Somebody wrote to the studio',
    blocks: [
      `From: ${sender}`,
      ...message.split(/\s*\n\s*/),
      {
        kind: 'soft',
        text: `${userId ? `Signed in as account ${userId}.` : 'Not signed in.'} The address is as it was typed: write to it to answer, a reply to this letter does not get there.`,
      },
    ],
    supportEmail,
  });
}

interface Report {
  id: number;
  title: string;
  listenUrl: string;
  /** The reason, and the listener's own text. */
  message: string;
  /** Empty if no reply is wanted. */
  email: string;
  supportEmail: string;
}

/** To support, from the listen page. No visitor's text becomes a header. */
export function reportEmail(report: Report): EmailText {
  const { id, title, listenUrl, message, email, supportEmail } = report;
  return layOut({
    subject: `Report ${id} about an episode`,
    preview: title,
    heading: 'Somebody reported an episode',
    blocks: [
      `Episode: ${title.replace(/\s+/g, ' ')}`,
      listenUrl,
      ...message.split(/\s*\n\s*/),
      {
        kind: 'soft',
        text: email ? `Answer to ${email}, as it was typed.` : 'No answer is wanted.',
      },
    ],
    supportEmail,
  });
}
