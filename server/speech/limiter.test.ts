import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLimiter, type Place, type Ticket } from './limiter.ts';

/** A provider whose calls end when the test says so. */
function stage(concurrency: number) {
  const limiter = openLimiter(concurrency);
  const started: Place[] = [];
  const underWay: { ticket: Ticket; end(error?: Error): void }[] = [];
  const waiting = new Map<Place, AbortController>();
  const outcomes: Promise<unknown>[] = [];

  const ask = (place = limiter.queue()) => {
    const hangUp = new AbortController();
    waiting.set(place, hangUp);
    const call = (ticket: Ticket) =>
      new Promise<void>((resolve, reject) => {
        waiting.delete(place);
        started.push(place);
        underWay.push({ ticket, end: (error) => (error ? reject(error) : resolve()) });
      });
    const outcome = limiter.run(place, hangUp.signal, call);
    outcomes.push(outcome.catch((error) => error));
    return outcome;
  };
  const finish = (error?: Error) => underWay.shift()?.end(error);
  return { limiter, started, underWay, waiting, outcomes, ask, finish };
}

test('whatever happens, calls start in order and never more at once than allowed', async () => {
  const step = fc.constantFrom('ask', 'ask', 'finish', 'fail', 'tooMany', 'hangUp', 'learn');
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step), async (most, steps) => {
      const { limiter, started, underWay, waiting, outcomes, ask, finish } = stage(most);
      const does: Record<typeof step extends fc.Arbitrary<infer T> ? T : never, () => void> = {
        ask: () => void ask().catch(() => {}),
        finish: () => finish(),
        fail: () => finish(new Error('refused')),
        tooMany: () => underWay[0]?.ticket.tooMany(),
        hangUp: () => [...waiting.values()].at(-1)?.abort(),
        learn: () => limiter.learn(3),
      };
      for (const next of steps) {
        const before = { started: started.length, limit: limiter.limit };
        does[next]();
        await tick();
        expect(limiter.inFlight).toBe(underWay.length);
        if (started.length > before.started) {
          expect(limiter.inFlight).toBeLessThanOrEqual(Math.max(before.limit, limiter.limit));
        }
        // Room is never left while somebody waits who did not hang up.
        const hopeful = [...waiting.values()].filter(({ signal }) => !signal.aborted);
        if (hopeful.length) expect(limiter.inFlight).toBeGreaterThanOrEqual(limiter.limit);
        expect(limiter.limit).toBeGreaterThanOrEqual(1);
        expect(limiter.limit).toBeLessThanOrEqual(most);
      }
      expect(started).toEqual(started.toSorted((one, other) => one - other));
      while (underWay.length) {
        finish();
        await tick();
      }
      await Promise.all(outcomes);
      expect(limiter.inFlight).toBe(0);
    }),
  );
});

test('a call made again goes before those who asked later', async () => {
  const { started, ask, finish } = stage(1);
  const [first, ...others] = [ask(0), ask(1), ask(2)];
  await tick();
  finish(new Error('busy'));
  await expect(first).rejects.toThrow('busy');
  const again = ask(0);
  finish();
  await tick();
  finish();
  await tick();
  finish();
  await Promise.all([...others, again]);
  expect(started).toEqual([0, 1, 0, 2]);
});

test('a burst of complaints halves the limit once, and calm brings it back one by one', async () => {
  const { limiter, underWay, ask, finish } = stage(8);
  const calls = Array.from({ length: 8 }, () => ask());
  await tick();
  for (const { ticket } of underWay) ticket.tooMany();
  expect(limiter.limit).toBe(4);
  while (underWay.length) finish();
  await Promise.all(calls);
  const limits = new Set<number>();
  for (let calm = 0; calm < 200; calm++) {
    const call = ask();
    await tick();
    finish();
    await call;
    limits.add(limiter.limit);
  }
  expect([...limits]).toEqual([4, 5, 6, 7, 8]);
});

test("the account's own limit counts when it is lower, and ours when it is not", () => {
  const limiter = openLimiter(5);
  limiter.learn(2);
  expect(limiter.limit).toBe(2);
  limiter.learn(30);
  expect(limiter.limit).toBe(2);
});

test('who hangs up while waiting is told at once and never starts', async () => {
  const { started, waiting, ask, finish } = stage(1);
  const first = ask();
  const second = ask();
  waiting.get(1)?.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  finish();
  await first;
  await tick();
  expect(started).toEqual([0]);
});
