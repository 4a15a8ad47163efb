/* Runs in the browser, see `scripts.ts`: the part of `gapi.iframes` that Firebase's SDK uses. */

type Handler = (data: unknown) => unknown;

export interface Channel {
  register(name: string, handler: Handler): void;
  /** Calls `answered` asynchronously with a list of the handlers' answers, as Google's does. */
  send(name: string, data: unknown, answered?: (answers: unknown[]) => void): void;
  post(kind: string): void;
  waitFor(kind: string): Promise<void>;
}

export function openChannel(peer: () => Window | null, origin: string): Channel {
  const handlers = new Map<string, Handler>();
  const waiting = new Map<number, (answers: unknown[]) => void>();
  const kinds = new Map<string, () => void>();
  let count = 0;

  const write = (message: object) => peer()?.postMessage({ gapi: true, ...message }, origin);

  window.addEventListener('message', (event) => {
    if (event.source !== peer() || event.origin !== origin || event.data?.gapi !== true) return;
    const { kind, id, name, data } = event.data;
    kinds.get(kind)?.();
    if (kind === 'call') {
      void Promise.resolve(handlers.get(name)?.(data)).then((answer) =>
        write({ kind: 'answer', id, data: [answer] }),
      );
    }
    if (kind === 'answer') {
      const answered = waiting.get(id);
      waiting.delete(id);
      try {
        answered?.(data);
      } catch {
        // The SDK's callback throws at its end even on success; Google's gapi ignores that.
      }
    }
  });

  return {
    register: (name, handler) => void handlers.set(name, handler),
    send(name, data, answered) {
      count += 1;
      if (answered) waiting.set(count, answered);
      write({ kind: 'call', id: count, name, data });
    },
    post: (kind) => void write({ kind }),
    waitFor: (kind) => new Promise((resolve) => kinds.set(kind, resolve)),
  };
}
