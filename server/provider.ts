import { channel } from 'node:diagnostics_channel';

/**
 * What went wrong on the other side of a provider's wire, told in the five ways that matter to us:
 * - `busy`: too many requests or a passing fault; the same call may go through later
 * - `broken`: the answer was not what was promised (cut, garbage, empty); ask again
 * - `rejected`: the provider will not do this request, however often it is asked
 * - `refused`: our key, plan or configuration does not allow it; every further call would fail too
 * - `spent`: the account is out of credit; every further call would fail too
 */
export type ProviderTrouble = 'busy' | 'broken' | 'rejected' | 'refused' | 'spent';

/**
 * What the provider's own words name as the cause: something of the buyer's (topic, email address),
 * or one voice. Where it is known, the failure says nothing about our account.
 */
export type FailureSubject = 'order' | 'voice';

/** No provider decides that we wait longer than this before we ask again, ms. */
const LONGEST_RETRY_AFTER = 10 * 60_000;

export class ProviderFailure extends Error {
  readonly provider: string;
  readonly trouble: ProviderTrouble;
  /** Milliseconds the provider asked us to wait, when it did; ten minutes at most. */
  readonly retryAfter: number | undefined;
  readonly subject: FailureSubject | undefined;

  constructor(
    provider: string,
    trouble: ProviderTrouble,
    message: string,
    options: {
      retryAfter?: number | undefined;
      subject?: FailureSubject | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(`${provider}: ${message}`, { cause: options.cause });
    this.name = 'ProviderFailure';
    this.provider = provider;
    this.trouble = trouble;
    this.subject = options.subject;
    const { retryAfter } = options;
    this.retryAfter = retryAfter && Math.min(retryAfter, LONGEST_RETRY_AFTER);
  }

  /** True when the same call may succeed later without anyone doing anything. */
  get passing(): boolean {
    return this.trouble === 'busy' || this.trouble === 'broken';
  }
}

/** Milliseconds, from `retry-after` in seconds or as a date (RFC 9110, section 10.2.3). */
export function retryAfterOf(headers: Headers | undefined): number | undefined {
  const given = headers?.get('retry-after');
  if (!given) return undefined;
  const seconds = Number(given);
  const wait = Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000;
  return Number.isFinite(wait) && wait > 0 ? wait : undefined;
}

/** Limits of one call, milliseconds. */
export interface Deadlines {
  /** A whole answer may take this long, */
  total: number;
  /** and its head, and then each piece of it, this long. */
  idle: number;
}

export interface WatchedCall {
  /** Aborts with the caller's reason, or with a `busy` failure when a deadline passes. */
  signal: AbortSignal;
  /** Something came. */
  alive(): void;
  /** The call is over, well or badly: ends the timers, and the connection if it is still open. */
  end(): void;
}

/** Watches one call. An SDK's own timeout ends when the head of the answer is there. */
export function watchCall(
  provider: string,
  caller: AbortSignal,
  { total, idle }: Deadlines,
): WatchedCall {
  const controller = new AbortController();
  const late = (what: string) =>
    controller.abort(new ProviderFailure(provider, 'busy', `no ${what} in time`));
  const ending = setTimeout(late, total, 'end');
  const idling = setTimeout(late, idle, 'sign of life');
  const hangUp = () => controller.abort(caller.reason);
  if (caller.aborted) hangUp();
  caller.addEventListener('abort', hangUp, { once: true });
  return {
    signal: controller.signal,
    alive: () => void idling.refresh(),
    end() {
      clearTimeout(ending);
      clearTimeout(idling);
      caller.removeEventListener('abort', hangUp);
      controller.abort(new Error('the call is over'));
    },
  };
}

/** One call over a provider's wire, as it ended; `left` when we did not wait for its end. */
export interface ProviderCall {
  provider: string;
  outcome: 'ok' | ProviderTrouble | 'left';
  seconds: number;
}

/** Tells of every `ProviderCall` in this process; whoever measures them listens. */
export const providerCalls = channel('duologue:provider-call');

/** Begins to time one call. What is returned is told its end, and any end after the first is none. */
export function timeCall(provider: string): (error?: unknown) => void {
  const began = performance.now();
  let isOver = false;
  return (error) => {
    if (isOver) return;
    isOver = true;
    const seconds = (performance.now() - began) / 1000;
    providerCalls.publish({ provider, outcome: outcomeOf(error), seconds } satisfies ProviderCall);
  };
}

/** Makes one call and times it; what it throws passes through. */
export async function timed<T>(provider: string, call: () => Promise<T>): Promise<T> {
  const end = timeCall(provider);
  try {
    const answer = await call();
    end();
    return answer;
  } catch (error) {
    end(error);
    throw error;
  }
}

function outcomeOf(error: unknown): ProviderCall['outcome'] {
  if (error === undefined) return 'ok';
  return error instanceof ProviderFailure ? error.trouble : 'left';
}
