import { expect, it } from 'vitest';
import { openTurns } from './turns.ts';

const { signal } = new AbortController();

it('lets as many work at once as its limit, and the others in their order', async () => {
  const takeTurn = openTurns(2);
  const order: number[] = [];
  const ends = [await takeTurn('a', signal), await takeTurn('a', signal)];
  const waiting = [3, 4].map(async (number) => {
    const end = await takeTurn('a', signal);
    order.push(number);
    return end;
  });
  (await takeTurn('b', signal))();
  expect(order).toEqual([]);
  for (const end of ends) end();
  for (const end of await Promise.all(waiting)) end();
  expect(order).toEqual([3, 4]);
});

it('who leaves the queue takes nobody with them', async () => {
  const takeTurn = openTurns(1);
  const end = await takeTurn('a', signal);
  const leaving = new AbortController();
  const left = takeTurn('a', leaving.signal);
  const waits = takeTurn('a', signal);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  end();
  leaving.abort();
  (await waits)();
  (await takeTurn('a', signal))();
});
