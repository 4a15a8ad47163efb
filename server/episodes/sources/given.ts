import { createHash } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import type { Document, openDocuments } from '../../reading/web/documents.ts';
import { NotRead } from '../../reading/web/notRead.ts';

export type Documents = Pick<
  ReturnType<typeof openDocuments>,
  'addressOf' | 'fromLink' | 'fromPdf' | 'fromText'
>;

export type Given = { url: string } | { text: string } | { pdf: Buffer };

/** Longer than fetching and parsing may take; the rest is for waiting in the queue, ms. */
const DEADLINE = 60_000;

/** SHA-256, hex, known before anything is read. Throws `Problem('source_refused')`. */
export function hashGiven(documents: Documents, given: Given): string {
  const [kind, content] = refusing(given, () => {
    if ('pdf' in given) return ['pdf', given.pdf] as const;
    if ('text' in given) return ['text', given.text] as const;
    return ['link', documents.addressOf(given.url)] as const;
  });
  return createHash('sha256').update(`${kind}\n`).update(content).digest('hex');
}

/** Throws `Problem('source_refused')` at the field. */
export async function readGiven(
  documents: Documents,
  share: Share,
  given: Given,
  gone: AbortSignal,
): Promise<Document> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(DEADLINE)]);
  try {
    if ('pdf' in given) return await documents.fromPdf(share, given.pdf, signal);
    if ('text' in given) return documents.fromText(given.text);
    return await documents.fromLink(share, given.url, signal);
  } catch (error) {
    throw asRefusal(given, signal.aborted ? new NotRead('too-slow', { cause: error }) : error);
  }
}

function refusing<T>(given: Given, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw asRefusal(given, error);
  }
}

function asRefusal(given: Given, error: unknown): unknown {
  if (!(error instanceof NotRead)) return error;
  const [field = ''] = Object.keys(given);
  const problem = new Problem('source_refused', error.message, { [field]: error.message });
  return Object.assign(problem, { cause: error });
}
