import { type Block, type EmailText, layOut } from '../layout.ts';

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
  const blocks: Block[] = [
    `Episode: ${title.replace(/\s+/g, ' ')}`,
    listenUrl,
    ...message.split(/\s*\n\s*/),
    { kind: 'soft', text: email ? `Answer to ${email}, as it was typed.` : 'No answer is wanted.' },
  ];
  return layOut({
    subject: `Report ${id} about an episode`,
    preview: title,
    heading: 'Somebody reported an episode',
    blocks,
    supportEmail,
  });
}
