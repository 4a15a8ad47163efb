import { createHash } from 'node:crypto';
import { Problem } from '#shared/problem.ts';
import type { Share } from '../../base/bounds/fairQueue.ts';
import { log } from '../../base/kit/log.ts';
import { ProviderFailure } from '../../base/kit/provider.ts';
import type { Document, openDocuments } from '../../reading/web/documents.ts';
import { NotRead } from '../../reading/web/notRead.ts';
import type { Encyclopedia } from '../../reading/web/research.ts';
import type { Moderator } from '../../writing/script/scriptWriter.ts';

export type Documents = Pick<
  ReturnType<typeof openDocuments>,
  'addressOf' | 'fromLink' | 'fromPdf' | 'fromText'
>;

export type Given = { url: string } | { text: string } | { pdf: Buffer };

/** Longer than fetching and parsing may take; the rest is for waiting in the queue, ms. */
const DEADLINE = 60_000;

/** SHA-256, hex, known before anything is read. Throws `Problem('source_refused')`. */
export function hashGiven(documents: Documents, given: Given): string {
  const hash = createHash('sha256');
  if ('pdf' in given) return hash.update('pdf\n').update(given.pdf).digest('hex');
  if ('text' in given) return hash.update('text\n').update(given.text).digest('hex');
  try {
    return hash.update('link\n').update(documents.addressOf(given.url)).digest('hex');
  } catch (error) {
    throw asRefusal(given, error);
  }
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

const asRefusal = (given: Given, error: unknown): unknown =>
  error instanceof NotRead ? refused(given, error.message, error) : error;

/** `given` has one field, at which the message is shown. */
export function refused(given: object, message: string, cause?: unknown): Problem {
  const [field = ''] = Object.keys(given);
  return Object.assign(new Problem('source_refused', message, { [field]: message }), { cause });
}

/** Characters moderated together, and those that two pieces share, so that no sentence is cut. */
const PIECE = 8_000;
const OVERLAP = 300;
/** Somebody is waiting for the reply, ms. */
const MODERATION_DEADLINE = 10_000;

/** Without a verdict the source is taken: each line is moderated before it is spoken. */
export async function isRefused(by: Moderator, text: string, gone: AbortSignal): Promise<boolean> {
  const signal = AbortSignal.any([gone, AbortSignal.timeout(MODERATION_DEADLINE)]);
  try {
    for (let at = 0; at < text.length; at += PIECE - OVERLAP) {
      const piece = text.slice(at, at + PIECE).toWellFormed();
      if ((await by.moderate(piece, signal)) === 'refused') return true;
    }
  } catch (error) {
    gone.throwIfAborted();
    if (!(error instanceof ProviderFailure) && !signal.aborted) throw error;
    log.warn({ err: error }, 'a source was taken without a look at all of it');
  }
  return false;
}

/** Somebody without a network is told after this long, ms. */
const SEARCH_DEADLINE = 1_500;

/**
 * Address of the article on a topic. `articles` is null except in the demo. Throws
 * `Problem('source_refused')` at the field.
 */
export async function findArticle(
  { articles }: { articles: Encyclopedia | null },
  topic: string,
  gone: AbortSignal,
): Promise<string> {
  if (!articles) throw refused({ topic }, 'Topics aren’t looked up here.');
  const within = AbortSignal.any([gone, AbortSignal.timeout(SEARCH_DEADLINE)]);
  try {
    const question = { episode: '', topic, questions: [] };
    const [article] = await articles.find(question, within);
    if (article?.url) return article.url;
  } catch (error) {
    if (!(error instanceof ProviderFailure) && !within.aborted) throw error;
    throw refused({ topic }, 'Wikipedia can’t be reached from here.', error);
  }
  throw refused({ topic }, 'Wikipedia has no article on that.');
}
