import type { ProviderName } from '../../supply/config/environment.ts';

export interface Finding {
  provider: ProviderName | 'Speech server' | 'Duologue';
  ok: boolean;
  /** Also says what the operator has to do, if it is not fine. */
  sentence: string;
}

export const findingOf =
  (provider: Finding['provider']) =>
  (ok: boolean, sentence: string): Finding => ({ provider, ok, sentence });

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

export interface CheckOptions {
  /** Whether to run the checks that cost money. */
  buy: boolean;
  signal: AbortSignal;
}

/** Failures are findings; a check rejects only with the signal's reason. */
export type Check = (options: CheckOptions) => Promise<Finding[]>;
