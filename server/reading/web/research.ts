import type { Document } from './documents.ts';

export interface SearchQuestion {
  /** The episode's public id: its key in the provider's prompt cache. */
  episode: string;
  /** The buyer's account: sent to the provider as a hash, so that it can tell abusers apart. */
  account?: number | null;
  /** The buyer's text: a subject to search for, never an instruction to follow. */
  topic: string;
  /** What the listener wants to know, without numbers in front. */
  questions: string[];
  /** The day it was ordered, as it is spoken: "25 November 2026". */
  date?: string;
  /** Called once for each call that is billed, also for one whose answer is of no use. */
  onBought?(bought: SearchPurchase): void;
}

/** `inputTokens` includes `cachedTokens` and `cacheWriteTokens`; each search has a price of its own. */
interface SearchPurchase {
  model: string;
  inputTokens: number;
  cachedTokens: number;
  cacheWriteTokens: number;
  outputTokens: number;
  searches: number;
}

export interface WebSearch {
  /**
   * The addresses of at most ten pages, best first, without repeats and trackers; none if nothing was
   * found. Throws `ProviderFailure`, or the signal's reason.
   */
  find(question: SearchQuestion, signal: AbortSignal): Promise<string[]>;
}

/** An article as text, with what its licence asks for. */
export interface Article extends Omit<Document, 'kind'> {
  /** Its short name, such as `CC BY-SA 4.0`. */
  licence: string;
  /** The id of the revision that the text is from. */
  revision: string;
}

export interface Encyclopedia {
  /**
   * The articles about a topic, best first, at most three; none if nothing was found. Throws
   * `ProviderFailure`, or the signal's reason.
   */
  find(question: SearchQuestion, signal: AbortSignal): Promise<Article[]>;
}
