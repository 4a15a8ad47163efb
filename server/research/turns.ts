/** Lets at most `limit` holders of the same key work at once; others wait in their order. */
export function openTurns(limit: number) {
  const states = new Map<string, { held: number; waiting: (() => void)[] }>();

  /** Resolves with a function that ends the turn; rejects with the signal's reason. */
  return async (key: string, signal: AbortSignal): Promise<() => void> => {
    signal.throwIfAborted();
    const state = states.get(key) ?? { held: 0, waiting: [] };
    states.set(key, state);
    if (state.held < limit) state.held += 1;
    else await waitIn(state.waiting, signal);
    return () => {
      const next = state.waiting.shift();
      if (next) next();
      else if (--state.held === 0) states.delete(key);
    };
  };
}

function waitIn(waiting: (() => void)[], signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const begin = () => {
    signal.removeEventListener('abort', leave);
    resolve();
  };
  const leave = () => {
    waiting.splice(waiting.indexOf(begin), 1);
    reject(signal.reason);
  };
  waiting.push(begin);
  signal.addEventListener('abort', leave, { once: true });
  return promise;
}
