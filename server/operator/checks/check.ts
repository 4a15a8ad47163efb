import type { ProviderName } from '../../supply/config/environment.ts';

export interface Finding {
  provider: ProviderName | 'Speech server' | 'Duologue';
  ok: boolean;
  /** What was found and, if it is not fine, what the operator has to do. */
  sentence: string;
}

export const findingOf =
  (provider: Finding['provider']) =>
  (ok: boolean, sentence: string): Finding => ({ provider, ok, sentence });

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export interface CheckOptions {
  /** Also run the checks that cost money; otherwise only free calls. */
  buy: boolean;
  signal: AbortSignal;
}

/**
 * Checks one provider's account through its real SDK or protocol. Failures are findings; a check
 * rejects only with the signal's reason.
 */
export type Check = (options: CheckOptions) => Promise<Finding[]>;
