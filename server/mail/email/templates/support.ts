import { brand } from '#shared/brand.ts';
import { button, facts, mailTo, quote, type Row, soft } from '../blocks.ts';
import { type EmailText, layOutInternal, type Sender } from '../layout.ts';

interface Message extends Sender {
  id: number;
  name: string | null;
  email: string;
  message: string;
  userId: number | null;
}

/** No visitor's text becomes a header: the reply address is in the body. */
export function contactEmail(contact: Message): EmailText {
  const { id, name, email, message, userId } = contact;
  return layOutInternal(contact, {
    subject: `Message ${id} from the contact page`,
    preview: `From ${flat(name ?? email)}`,
    heading: 'Someone wrote to the studio',
    blocks: [
      facts([
        ...(name ? [{ name: 'From', value: flat(name) }] : []),
        { name: 'Email', value: email, url: writeTo(email, id) },
        { name: 'Account', value: userId ? `No. ${userId}, signed in` : 'Not signed in' },
      ]),
      quote('They wrote', splitLines(message)),
      ...answer(email, id),
    ],
  });
}

interface Report extends Sender {
  id: number;
  title: string;
  listenUrl: string;
  /** First the reason, then the listener's own text. */
  message: string;
  /** Empty if no reply is wanted. */
  email: string;
}

/** As above, no visitor's text becomes a header. */
export function reportEmail(report: Report): EmailText {
  const { id, title, listenUrl, message, email } = report;
  const [reason = '', ...rest] = splitLines(message);
  const writer: Row = email
    ? { name: 'Email', value: email, url: writeTo(email, id) }
    : { name: 'Email', value: 'None: they want no answer' };
  return layOutInternal(report, {
    subject: `Report ${id} about an episode`,
    preview: title,
    heading: 'Someone reported an episode',
    blocks: [
      facts([
        { name: 'Episode', value: flat(title), url: listenUrl },
        { name: 'Reason', value: reason },
        writer,
      ]),
      ...(rest.length > 0 ? [quote('They wrote', rest)] : []),
      ...(email ? answer(email, id) : [button('Listen to it', listenUrl)]),
    ],
  });
}

const flat = (words: string) => words.replace(/\s+/g, ' ');
const splitLines = (message: string) => message.split(/\s*\n\s*/);

const writeTo = (email: string, id: number) => mailTo(email, `Your message ${id} to ${brand.name}`);

const answer = (email: string, id: number) => [
  button('Answer', writeTo(email, id)),
  soft('The address is as they typed it. A plain reply to this email won’t get there.'),
];
