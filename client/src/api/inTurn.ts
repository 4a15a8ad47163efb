let answered: Promise<unknown> = Promise.resolve();

/**
 * A visitor's session starts with the first thing it keeps: two requests at once would start two
 * sessions, and what one of them keeps would be lost.
 */
export function inTurn<Reply>(send: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> {
  const reply = answered.then(() => {
    signal?.throwIfAborted();
    return send();
  });
  answered = reply.catch(() => undefined);
  return reply;
}
