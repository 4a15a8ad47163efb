/** Ends when the last request so far has been answered. */
let answered: Promise<unknown> = Promise.resolve();

/**
 * One request after another. A visitor gets their session with the first thing that it keeps; of two
 * sent at once each would start one, and what is kept by the session whose cookie came first were lost.
 */
export function inTurn<Reply>(send: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> {
  const reply = answered.then(() => {
    signal?.throwIfAborted();
    return send();
  });
  answered = reply.catch(() => undefined);
  return reply;
}
