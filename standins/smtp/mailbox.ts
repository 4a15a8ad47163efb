import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { z } from 'zod';

const receivedMessage = z.object({
  /** The envelope's recipients, comma-separated. */
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  date: z.iso.datetime(),
  /** With its angle brackets. */
  messageId: z.string(),
  /** As received, headers first. */
  raw: z.string(),
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

export function openMailbox(dir: string) {
  mkdirSync(dir, { recursive: true });
  const names = readdirSync(dir)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const messages = names.map((name) =>
    receivedMessage.parse(JSON.parse(readFileSync(path.join(dir, name), 'utf8'))),
  );
  // Not the count, because a crash may leave a gap in the numbers.
  let last = Number.parseInt(names.at(-1) ?? '0', 10);

  return {
    all: (): readonly ReceivedMessage[] => messages,

    /** Resolves once the message is on disk. */
    async keep(raw: Buffer, to: string[]): Promise<void> {
      const read = await PostalMime.parse(raw);
      const message: ReceivedMessage = {
        to: to.join(', '),
        subject: read.subject ?? '',
        text: read.text ?? '',
        html: read.html ?? '',
        date: new Date().toISOString(),
        messageId: read.messageId ?? '',
        raw: raw.toString('utf8'),
      };
      messages.push(message);
      last += 1;
      await writeDurably(path.join(dir, `${String(last).padStart(6, '0')}.json`), message);
    },
  };
}
export type Mailbox = ReturnType<typeof openMailbox>;

export async function readHead(raw: Buffer) {
  const { from, subject, messageId } = await PostalMime.parse(raw);
  return { from: from?.address ?? '', subject: subject ?? '', messageId: messageId ?? '' };
}

async function writeDurably(file: string, message: ReceivedMessage) {
  const handle = await open(`${file}.new`, 'w');
  await handle.writeFile(JSON.stringify(message));
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
}
