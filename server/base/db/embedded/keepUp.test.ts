import { Client } from 'pg';
import { expect, it } from 'vitest';
import { keepUp, type Reached } from './keepUp.ts';

/** A server that ends when `end` is called. */
function server(port: number) {
  const { promise: gone, resolve: end } = Promise.withResolvers<void>();
  const reached: Reached = { client: new Client(), gone, port, adopted: false };
  return { reached, end };
}

it('a server that ends at once is started again after waits that double up to a limit, and one that stays is left alone', async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = server(1);
  const stays = server(2);
  const starts: number[] = [];
  const isUp = Promise.withResolvers<number>();
  const kept = keepUp(first.reached, {
    async find() {
      starts.push(performance.now());
      if (starts.length === 3) throw new Error('could not create lock file: no space left');
      if (starts.length === 6) return stays.reached;
      const short = server(1);
      short.end();
      return short.reached;
    },
    moved: isUp.resolve,
    signal,
    waits: { first: 20, longest: 80 },
  });
  first.end();
  expect(await isUp.promise).toBe(2);
  const waits = starts.slice(1).map((at, index) => at - (starts[index] ?? 0));
  // A timer may fire a millisecond early.
  for (const [index, wait] of [20, 40, 80, 80, 80].entries()) {
    expect(waits[index]).toBeGreaterThan(wait - 2);
  }
  stopping.abort();
  expect(await kept).toBe(stays.reached);
  expect(starts).toHaveLength(6);
});
