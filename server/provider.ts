/**
 * What went wrong on the other side of a provider's wire, told in the five ways that matter to us:
 * - `busy`: too many requests or a passing fault; the same call may go through later
 * - `broken`: the answer was not what was promised (cut, garbage, empty); ask again
 * - `rejected`: the provider will not do this request, however often it is asked
 * - `refused`: our key or plan does not allow it; every further call would fail too
 * - `spent`: the account is out of credit; every further call would fail too
 */
export type ProviderTrouble = 'busy' | 'broken' | 'rejected' | 'refused' | 'spent';

export class ProviderFailure extends Error {
  readonly provider: string;
  readonly trouble: ProviderTrouble;
  /** Milliseconds the provider asked us to wait, when it did. */
  readonly retryAfter: number | undefined;

  constructor(
    provider: string,
    trouble: ProviderTrouble,
    message: string,
    options: { retryAfter?: number | undefined; cause?: unknown } = {},
  ) {
    super(`${provider}: ${message}`, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.provider = provider;
    this.trouble = trouble;
    this.retryAfter = options.retryAfter;
  }

  /** True when the same call may succeed later without anyone doing anything. */
  get passing(): boolean {
    return this.trouble === 'busy' || this.trouble === 'broken';
  }
}
