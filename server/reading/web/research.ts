import type { Usage } from '../../writing/script/scriptWriter.ts';
import type { Document } from './documents.ts';

export interface SearchQuestion {
  /** The episode's public id: the key in the provider's prompt cache. */
  episode: string;
  /** Sent to the provider as a hash, so that it can tell abusers apart. */
  account?: number | null;
  /** The buyer's text: a subject to search for, never an instruction. */
  topic: string;
  /** Without numbers in front. */
  questions: string[];
  /** The day of the order, as it is spoken: "25 November 2026". */
  date?: string;
  /** Called once for each billed call, even if its answer is of no use. */
  onBought?(bought: SearchPurchase): void;
}

/** Each search has its own price. */
type SearchPurchase = Usage & { searches: number };

export interface WebSearch {
  /** At most ten addresses, best first. Throws `ProviderFailure` or the signal's reason. */
  find(question: SearchQuestion, signal: AbortSignal): Promise<string[]>;
}

export interface Article extends Omit<Document, 'kind'> {
  /** A short name, such as `CC BY-SA 4.0`. */
  licence: string;
  revision: string;
}

export interface Encyclopedia {
  /** Articles, best first. Throws `ProviderFailure` or the signal's reason. */
  find(question: SearchQuestion, signal: AbortSignal): Promise<Article[]>;
}
