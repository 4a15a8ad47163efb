/** Limits of one call, milliseconds. */
export interface Deadlines {
  total: number;
  /** Longest time without a sign of life: the head of the answer, then each piece of it. */
  idle: number;
}

export interface Watch {
  /** Aborts with the caller's signal, or when a deadline passes. */
  signal: AbortSignal;
  /** Something came. */
  alive(): void;
  /** The call is over, well or badly: ends the timers, and the connection if it is still open. */
  end(): void;
}

/** Watches one call. The SDK's own timeout ends when the head of the answer is there. */
export function watchCall(caller: AbortSignal, deadlines: Deadlines): Watch {
  const controller = new AbortController();
  const late = (what: string) => controller.abort(new Error(`no ${what} in time`));
  const total = setTimeout(late, deadlines.total, 'end');
  const idle = setTimeout(late, deadlines.idle, 'sign of life');
  const hangUp = () => controller.abort(caller.reason);
  if (caller.aborted) hangUp();
  caller.addEventListener('abort', hangUp, { once: true });
  return {
    signal: controller.signal,
    alive: () => void idle.refresh(),
    end() {
      clearTimeout(total);
      clearTimeout(idle);
      caller.removeEventListener('abort', hangUp);
      controller.abort(new Error('the call is over'));
    },
  };
}
