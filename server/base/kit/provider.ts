import { channel } from 'node:diagnostics_channel';

/**
 * Decides about retries, refunds and the sales gate:
 * - `busy`: too many requests, or a temporary fault; the same call may succeed later
 * - `broken`: the answer was unusable (cut, garbage, empty); ask again
 * - `rejected`: the provider will not process this request, however often it is asked
 * - `refused`: our key, plan or configuration does not allow it; every further call fails too
 * - `spent`: the account is out of credit; every further call fails too
 */
export type ProviderTrouble = 'busy' | 'broken' | 'rejected' | 'refused' | 'spent';

/** Whom the provider blames: the buyer's input or one voice. It says nothing about our account. */
export type FailureSubject = 'order' | 'voice';

const LONGEST_RETRY_AFTER = 10 * 60_000;

export class ProviderFailure extends Error {
  readonly provider: string;
  readonly trouble: ProviderTrouble;
  /** The wait that the provider asked for, ms; ten minutes at most. */
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

  /** Whether the same call may succeed later without anybody's help. */
  get passing(): boolean {
    return this.trouble === 'busy' || this.trouble === 'broken';
  }
}

/** The `retry-after` header (seconds or a date; RFC 9110, section 10.2.3) in milliseconds. */
export function retryAfterOf(headers: Headers | undefined): number | undefined {
  const given = headers?.get('retry-after');
  if (!given) return undefined;
  const seconds = Number(given);
  const wait = Number.isNaN(seconds) ? Date.parse(given) - Date.now() : seconds * 1000;
  return Number.isFinite(wait) && wait > 0 ? wait : undefined;
}

/** Limits of one call, ms. */
export interface Deadlines {
  total: number;
  /** For the headers, and then for each chunk. */
  idle: number;
}

/** Puts deadlines on one call: an SDK's own timeout covers only the headers of the answer. */
export function watchCall(provider: string, caller: AbortSignal, { total, idle }: Deadlines) {
  const controller = new AbortController();
  const late = (what: string) =>
    controller.abort(new ProviderFailure(provider, 'busy', `no ${what} in time`));
  const ending = setTimeout(late, total, 'end');
  const idling = setTimeout(late, idle, 'sign of life');
  return {
    /** Aborts with the caller's reason, or with a `busy` failure when a deadline passes. */
    signal: AbortSignal.any([caller, controller.signal]),
    alive: () => void idling.refresh(),
    /** Stops the timers, and closes the connection if it is still open. */
    end() {
      clearTimeout(ending);
      clearTimeout(idling);
      controller.abort(new Error('the call is over'));
    },
  };
}

/** `left` when we did not wait for its end. */
export interface ProviderCall {
  provider: string;
  outcome: 'ok' | ProviderTrouble | 'left';
  seconds: number;
}

const calls = channel('duologue:provider-call');

export function onProviderCall(listener: (call: ProviderCall) => void): () => void {
  const receive = (call: unknown) => listener(call as ProviderCall);
  calls.subscribe(receive);
  return () => void calls.unsubscribe(receive);
}

/** Returns a function that ends the call, with its error if any. Only its first use counts. */
export function timeCall(provider: string): (error?: unknown) => void {
  const began = performance.now();
  let isOver = false;
  return (error) => {
    if (isOver) return;
    isOver = true;
    const seconds = (performance.now() - began) / 1000;
    calls.publish({ provider, outcome: outcomeOf(error), seconds } satisfies ProviderCall);
  };
}

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
