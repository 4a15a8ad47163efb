import type { ProviderName } from '../config.ts';

/** One thing that was looked at: in order, or one sentence that says what to do. */
export interface Finding {
  provider: ProviderName | 'Duologue';
  ok: boolean;
  /** What was found, and, when it is not in order, what the operator has to do about it. */
  sentence: string;
}

export interface CheckOptions {
  /** Also what costs money; otherwise only calls that are free. */
  buy: boolean;
  signal: AbortSignal;
}

/**
 * Looks at one provider's account through its real SDK or protocol. A trouble is a finding; a check
 * rejects only with the signal's reason.
 */
export type Check = (options: CheckOptions) => Promise<Finding[]>;
