/*
 * Runs in the browser: see `scripts.ts`. The part of Google's `gapi.iframes` that Firebase's SDK
 * uses is a conversation between a page and a frame in it, where each may call the other's handlers.
 */

type Handler = (data: unknown) => unknown;

export interface Channel {
  register(name: string, handler: Handler): void;
  /** `answered` is given the handlers' answers in a list, later, as Google's own does. */
  send(name: string, data: unknown, answered?: (answers: unknown[]) => void): void;
  /** For messages that are no call. */
  post(kind: string): void;
  heard(kind: string): Promise<void>;
}

/** Talks to one window of one origin, and hears nobody else. */
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
        // The SDK throws at the end of this callback even when all is well; Google's swallows it.
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
    heard: (kind) => new Promise((resolve) => kinds.set(kind, resolve)),
  };
}
