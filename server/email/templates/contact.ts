import { type Block, type EmailText, layOut } from '../layout.ts';

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
export function contactEmail({
  id,
  name,
  email,
  message,
  userId,
  supportEmail,
}: Message): EmailText {
  const sender = name ? `${name.replace(/\s+/g, ' ')}, ${email}` : email;
  const lines = message.split(/\s*\n\s*/);
  const blocks: Block[] = [
    `From: ${sender}`,
    ...lines,
    {
      kind: 'soft',
      text: `${userId ? `Signed in as account ${userId}.` : 'Not signed in.'} The address is as it was typed: write to it to answer, a reply to this letter does not get there.`,
    },
  ];
  return layOut({
    subject: `Message ${id} from the contact page`,
    preview: `From ${sender}`,
    heading: 'Somebody wrote to the studio',
    blocks,
    supportEmail,
  });
}
