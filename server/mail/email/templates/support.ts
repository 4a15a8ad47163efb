import { brand } from '#shared/brand.ts';
import { mailTo } from '../address.ts';
import type { Block, Fact, Sender } from '../block.ts';
import { type EmailText, layOut } from '../layout.ts';

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
  return layOut({
    ...contact,
    isInternal: true,
    subject: `Message ${id} from the contact page`,
    preview: `From ${flat(name ?? email)}`,
    heading: 'Someone wrote to the studio',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ...(name ? [{ name: 'From', value: flat(name) }] : []),
          { name: 'Email', value: email, url: writeTo(email, id) },
          { name: 'Account', value: userId ? `No. ${userId}, signed in` : 'Not signed in' },
        ],
      },
      quote(message),
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
  const rows: Fact[] = [
    { name: 'Episode', value: flat(title), url: listenUrl },
    { name: 'Reason', value: reason },
    email
      ? { name: 'Email', value: email, url: writeTo(email, id) }
      : { name: 'Email', value: 'None: they want no answer' },
  ];
  return layOut({
    ...report,
    isInternal: true,
    subject: `Report ${id} about an episode`,
    preview: title,
    heading: 'Someone reported an episode',
    blocks: [
      { kind: 'facts', rows },
      ...(rest.length > 0 ? [quote(rest.join('\n'))] : []),
      ...(email
        ? answer(email, id)
        : [{ kind: 'button' as const, label: 'Listen to it', url: listenUrl }]),
    ],
  });
}

const flat = (words: string) => words.replace(/\s+/g, ' ');
const splitLines = (message: string) => message.split(/\s*\n\s*/);

const quote = (message: string): Block => ({
  kind: 'quote',
  title: 'They wrote',
  lines: splitLines(message),
});

const writeTo = (email: string, id: number) => mailTo(email, `Your message ${id} to ${brand.name}`);

const answer = (email: string, id: number): Block[] => [
  { kind: 'button', label: 'Answer', url: writeTo(email, id) },
  {
    kind: 'soft',
    text: 'The address is as they typed it. A plain reply to this email won’t get there.',
  },
];
