// Parses attachments without network, environment, other programs or files (runParser.ts).
import { buffer } from 'node:stream/consumers';
import { NotRead, type Parsed, type ParserTask, parserTask } from './notRead.ts';
import { seclude } from './seclude.ts';

seclude();
const input = await buffer(process.stdin);
const end = input.indexOf('\n');
const task = parserTask.parse(JSON.parse(input.toString('utf8', 0, end)));
const answer = await parse(task, input.subarray(end + 1)).then(
  (parsed) => ({ parsed }),
  (error) => ({ reason: error instanceof NotRead ? error.reason : 'broken' }),
);
process.stdout.write(JSON.stringify(answer), () => process.exit());

async function parse({ kind, contentType }: ParserTask, body: Buffer): Promise<Parsed> {
  // The libraries load slowly, and only one is needed.
  if (kind === 'pdf') return (await import('./readPdf.ts')).readPdf(body);
  const { decodeText, readHtml } = await import('./readHtml.ts');
  const text = decodeText(body, contentType);
  if (kind === 'html') return readHtml(text);
  return { title: null, site: null, published: null, language: null, canonical: null, text };
}
