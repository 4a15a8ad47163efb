import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Feedback, openLimiter, type Ticket } from './concurrencyLimiter.ts';

/** A provider whose calls end when the test says so. */
function stage(concurrency: number) {
  const limiter = openLimiter(concurrency);
  const started: Ticket[] = [];
  const running: { feedback: Feedback; end(error?: Error): void }[] = [];
  const waiting = new Map<Ticket, AbortController>();
  const outcomes: Promise<unknown>[] = [];

  const ask = (episode = 'one', ticket = limiter.queue(episode)) => {
    const hangUp = new AbortController();
    waiting.set(ticket, hangUp);
    const call = (feedback: Feedback) =>
      new Promise<void>((resolve, reject) => {
        waiting.delete(ticket);
        started.push(ticket);
        running.push({ feedback, end: (error) => (error ? reject(error) : resolve()) });
      });
    const outcome = limiter.run(ticket, hangUp.signal, call);
    outcomes.push(outcome.catch((error) => error));
    return outcome;
  };
  const finish = (error?: Error) => running.shift()?.end(error);
  const numbers = () => started.map(({ number }) => number);
  return { limiter, started, numbers, running, waiting, outcomes, ask, finish };
}

const episodes = ['one', 'two', 'three'] as const;

test('lines of an episode start in order and within the call limit, whatever happens', async () => {
  const step = fc.constantFrom(
    ...(['ask', 'ask', 'ask', 'finish', 'fail', 'tooMany', 'hangUp', 'learn', 'setShare'] as const),
  );
  const steps = fc.array(fc.tuple(step, fc.constantFrom(...episodes)));
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), steps, async (most, steps) => {
      const { limiter, started, running, waiting, outcomes, ask, finish } = stage(most);
      const does: Record<typeof step extends fc.Arbitrary<infer T> ? T : never, () => void> = {
        ask: () => {},
        finish: () => finish(),
        fail: () => finish(new Error('refused')),
        tooMany: () => running[0]?.feedback.tooMany(),
        hangUp: () => [...waiting.values()].at(-1)?.abort(),
        learn: () => limiter.learn(3),
        setShare: () => limiter.setShare({ mine: Math.ceil(most / 2), of: most }),
      };
      for (const [next, episode] of steps) {
        const before = { started: started.length, limit: limiter.limit };
        if (next === 'ask') ask(episode).catch(() => {});
        does[next]();
        await tick();
        expect(limiter.inFlight).toBe(running.length);
        if (started.length > before.started) {
          expect(limiter.inFlight).toBeLessThanOrEqual(Math.max(before.limit, limiter.limit));
        }
        // No slot stays free while a call waits that was not cancelled.
        const hopeful = [...waiting.values()].filter(({ signal }) => !signal.aborted);
        if (hopeful.length) expect(limiter.inFlight).toBeGreaterThanOrEqual(limiter.limit);
        expect(limiter.limit).toBeGreaterThanOrEqual(1);
        expect(limiter.limit).toBeLessThanOrEqual(most);
      }
      for (const episode of episodes) {
        const mine = started
          .filter((ticket) => ticket.episode === episode)
          .map((one) => one.number);
        expect(mine).toEqual(mine.toSorted((one, other) => one - other));
      }
      while (running.length) {
        finish();
        await tick();
      }
      await Promise.all(outcomes);
      expect([limiter.inFlight, limiter.episodes]).toEqual([0, 0]);
    }),
  );
});

test('episodes take turns: none starts twice in a round while another waits', async () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 5 }), async (lengths, most) => {
      const { limiter, started, running, outcomes, ask, finish } = stage(most);
      // One call per slot holds all others back, so that everybody queues, the longest first.
      for (let slot = 0; slot < most; slot++) void ask('before');
      const left = new Map(lengths.map((length, at) => [`episode ${at}`, length]));
      for (const [episode, length] of left) {
        for (let line = 0; line < length; line++) void ask(episode);
      }
      expect(limiter.episodes).toBe(lengths.length + 1);
      await tick();
      while (running.length) {
        finish();
        await tick();
      }
      await Promise.all(outcomes);
      let round = new Set<string>();
      for (const { episode } of started.slice(most)) {
        if (round.has(episode)) {
          const skipped = [...left].filter(([name, lines]) => lines > 0 && !round.has(name));
          expect(skipped).toEqual([]);
          round = new Set();
        }
        round.add(episode);
        left.set(episode, (left.get(episode) ?? 0) - 1);
      }
      expect([...left.values()].every((lines) => lines === 0)).toBe(true);
    }),
  );
});

test('a late episode waits for one line of each other episode, not for all of them', async () => {
  const { started, ask, finish, outcomes, running } = stage(1);
  for (let line = 0; line < 120; line++) void ask('long');
  void ask('late');
  await tick();
  finish();
  await tick();
  finish();
  await tick();
  expect(started.map(({ episode }) => episode)).toEqual(['long', 'long', 'late']);
  while (running.length) {
    finish();
    await tick();
  }
  await Promise.all(outcomes);
});

test('a retried call goes before the later calls of its episode', async () => {
  const { limiter, numbers, ask, finish } = stage(1);
  const tickets = [0, 1, 2].map(() => limiter.queue('one'));
  const [first, ...others] = tickets.map((ticket) => ask('one', ticket));
  await tick();
  finish(new Error('busy'));
  await expect(first).rejects.toThrow('busy');
  const again = ask('one', tickets[0]);
  finish();
  await tick();
  finish();
  await tick();
  finish();
  await Promise.all([...others, again]);
  expect(numbers()).toEqual([0, 1, 0, 2]);
});

test('a burst of rate-limit errors halves the limit once, and successes raise it one by one', async () => {
  const { limiter, running, ask, finish } = stage(8);
  const calls = Array.from({ length: 8 }, () => ask());
  await tick();
  for (const { feedback } of running) feedback.tooMany();
  expect(limiter.limit).toBe(4);
  while (running.length) finish();
  await Promise.all(calls);
  const limits = new Set<number>();
  for (let successStreak = 0; successStreak < 200; successStreak++) {
    const call = ask();
    await tick();
    finish();
    await call;
    limits.add(limiter.limit);
  }
  expect([...limits]).toEqual([4, 5, 6, 7, 8]);
});

test('a lower account limit lowers ours, and a higher one does not raise it again', () => {
  const limiter = openLimiter(5);
  limiter.learn(2);
  expect(limiter.limit).toBe(2);
  limiter.learn(30);
  expect(limiter.limit).toBe(2);
});

test("an instance keeps to its share of the account's calls, which shrinks with the limit", async () => {
  const { limiter, running, ask, finish, outcomes } = stage(10);
  limiter.setShare({ mine: 6, of: 10 });
  for (let line = 0; line < 12; line++) void ask();
  await tick();
  expect(limiter.inFlight).toBe(6);
  running[0]?.feedback.tooMany();
  expect([limiter.learnt, limiter.limit]).toEqual([5, 3]);
  limiter.setShare({ mine: 2, of: 5 });
  expect(limiter.limit).toBe(2);
  limiter.setShare({ mine: 0, of: 5 });
  expect(limiter.limit).toBe(1);
  while (running.length) {
    finish();
    await tick();
  }
  await Promise.all(outcomes);
});

test('a call cancelled while it waits rejects at once and never starts', async () => {
  const { numbers, waiting, ask, finish } = stage(1);
  const first = ask();
  const second = ask();
  [...waiting.values()].at(-1)?.abort(new Error('left'));
  await expect(second).rejects.toThrow('left');
  finish();
  await first;
  await tick();
  expect(numbers()).toEqual([0]);
});
