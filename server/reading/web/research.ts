import type { ScriptSpec, Usage } from '../../writing/script/scriptWriter.ts';
import type { Document } from './documents.ts';

/** `topic` is the buyer's text: a subject to search for, never an instruction. */
export interface SearchQuestion extends Pick<ScriptSpec, 'episode' | 'account' | 'topic' | 'date'> {
  /** Without numbers in front. */
  questions: string[];
  /** Called once for each billed call, even if its answer is of no use. Each search has its price. */
  onBought?(bought: Usage & { searches: number }): void;
}

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
