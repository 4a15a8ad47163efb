import type { Sender } from '../block.ts';
import { type EmailText, layOut } from '../layout.ts';

interface Message extends Sender {
  id: number;
  name: string | null;
  email: string;
  message: string;
  /** The account that was signed in while writing. */
  userId: number | null;
}

/**
 * To support, from the contact page. No visitor's text becomes a header: the subject is ours, and
 * the reply address is in the body.
 */
export function contactEmail(contact: Message): EmailText {
  const { id, name, email, message, userId } = contact;
  const sender = name ? `${name.replace(/\s+/g, ' ')}, ${email}` : email;
  return layOut({
    ...contact,
    subject: `Message ${id} from the contact page`,
    preview: `From ${sender}`,
    heading: 'Someone wrote to the studio',
    blocks: [
      `From: ${sender}`,
      ...message.split(/\s*\n\s*/),
      {
        kind: 'soft',
        text: `${userId ? `Signed in as account ${userId}.` : 'Not signed in.'} To answer, write to that address, which is as they typed it: a reply to this email won’t get there.`,
      },
    ],
  });
}

interface Report extends Sender {
  id: number;
  title: string;
  listenUrl: string;
  /** The reason, and the listener's own text. */
  message: string;
  /** Empty if no reply is wanted. */
  email: string;
}

/** To support, from the listen page. No visitor's text becomes a header. */
export function reportEmail(report: Report): EmailText {
  const { id, title, listenUrl, message, email } = report;
  return layOut({
    ...report,
    subject: `Report ${id} about an episode`,
    preview: title,
    heading: 'Someone reported an episode',
    blocks: [
      `Episode: ${title.replace(/\s+/g, ' ')}`,
      { kind: 'link', label: 'Listen to it', url: listenUrl },
      ...message.split(/\s*\n\s*/),
      {
        kind: 'soft',
        text: email ? `Answer to ${email}, as they typed it.` : 'They don’t want an answer.',
      },
    ],
  });
}
