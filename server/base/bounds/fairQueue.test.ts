import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openQueue, PAID, type QueueOptions, type Share } from './fairQueue.ts';

const REFUSAL = 'Too many people are here right now.';

/** A queue on a set clock, and who has had a turn, in their order. */
function openTestQueue(options: Partial<QueueOptions>) {
  let time = 0;
  const queue = openQueue({ atOnce: 1, refusal: REFUSAL, now: () => time, ...options });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, () => void>();
  /** Waits for a turn, and keeps it until `end`. */
  async function come(name: string, share: Share, lane?: string): Promise<void> {
    try {
      const end = await queue.take(share, undefined, lane);
      begun.push(name);
      ends.set(name, end);
    } catch (error) {
      expect(error).toMatchObject({ code: 'too_many', message: REFUSAL, retryAfter: 2 });
      refused.push(name);
    }
  }
  const settled = () => new Promise(setImmediate);
  return {
    queue,
    begun,
    refused,
    pass(seconds: number) {
      time += seconds;
    },
    async come(name: string, share: Share, lane?: string) {
      void come(name, share, lane);
      await settled();
    },
    async end(name: string) {
      ends.get(name)?.();
      await settled();
    },
  };
}

it('gives as many turns at once as it has, in each lane, and the others in their order', async () => {
  const { come, end, begun } = openTestQueue({ atOnce: 2 });
  for (const name of ['1', '2', '3', '4']) await come(name, [name]);
  await come('elsewhere', ['5'], 'other lane');
  expect(begun).toEqual(['1', '2', 'elsewhere']);
  await end('1');
  await end('2');
  await end('2');
  expect(begun).toEqual(['1', '2', 'elsewhere', '3', '4']);
});

it('who leaves takes nobody with them, and comes to no turn', async () => {
  const { queue, come, end, begun } = openTestQueue({});
  await come('first', ['a']);
  const leaving = new AbortController();
  const left = queue.take(['b'], leaving.signal);
  await come('next', ['c']);
  leaving.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await end('first');
  leaving.abort();
  await expect(queue.take(['b'], leaving.signal)).rejects.toThrow('left');
  expect(begun).toEqual(['first', 'next']);
});

it('a network that comes sixty times stands behind everybody who comes once', async () => {
  const { come, end, begun, pass } = openTestQueue({});
  for (let n = 0; n < 60; n++) await come(`flood ${n}`, ['flood', `account ${n}`]);
  pass(1);
  for (const name of ['ann', 'ben']) await come(name, [name]);
  await end('flood 0');
  pass(1);
  await end('ann');
  pass(1);
  await end('ben');
  expect(begun).toEqual(['flood 0', 'ann', 'ben', 'flood 1']);
});

it('an account that comes sixty times stands behind the others of its network', async () => {
  const { come, end, begun, pass } = openTestQueue({});
  for (let n = 0; n < 60; n++) await come(`flood ${n}`, ['home', 'account 1']);
  await come('neighbour', ['home', 'account 2']);
  pass(1);
  await end('flood 0');
  expect(begun).toEqual(['flood 0', 'neighbour']);
});

it('what counts is seconds, not turns, and a while later none', async () => {
  const { come, end, begun, pass } = openTestQueue({});
  const use = async (name: string, seconds: number) => {
    await come(name, [name.slice(0, 1)]);
    pass(seconds);
    await end(name);
  };
  await use('a1', 15);
  for (let n = 1; n <= 5; n++) await use(`b${n}`, 0.1);
  await come('holds', ['c']);
  await come('a2', ['a']);
  await come('b6', ['b']);
  await end('holds');
  expect(begun.at(-1)).toBe('b6');
  pass(3600);
  await end('b6');
  await end('a2');
  await come('holds again', ['c']);
  await come('a3', ['a']);
  await come('b7', ['b']);
  await end('holds again');
  expect(begun.at(-1)).toBe('a3');
});

it('keeps a turn for what was paid for, which goes first, and turns for other networks', async () => {
  const { come, end, begun } = openTestQueue({ atOnce: 3, reserved: 1, each: 1 });
  for (const name of ['a1', 'a2', 'a3']) await come(name, ['a']);
  expect(begun).toEqual(['a1']);
  await come('b', ['b']);
  await come('c', ['c']);
  expect(begun).toEqual(['a1', 'b']);
  await come('paid 1', PAID);
  await come('paid 2', PAID);
  await end('b');
  await end('paid 1');
  expect(begun).toEqual(['a1', 'b', 'paid 1', 'paid 2', 'c']);
});

it('where too many wait, the last of those who wait most often are refused, and nobody else', async () => {
  const { come, refused, begun } = openTestQueue({ each: 1, waiting: 128 });
  await come('holds', ['elsewhere']);
  for (let n = 0; n < 60; n++) await come(`flood ${n}`, ['office', 'flood']);
  for (let n = 0; n < 100; n++) await come(`honest ${n}`, ['office', `account ${n}`]);
  for (let n = 0; n < 5; n++) await come(`stranger ${n}`, [`network ${n}`]);
  await come('paid', PAID);
  expect(begun).toEqual(['holds']);
  expect(refused).toHaveLength(38);
  expect(refused.every((name) => name.startsWith('flood'))).toBe(true);
  expect(refused[0]).toBe('flood 59');
});

it('a turn whose work fails is over', async () => {
  const { queue } = openTestQueue({});
  await expect(queue.run(['a'], () => Promise.reject(new Error('broken')))).rejects.toThrow(
    'broken',
  );
  expect(await queue.run(['a'], async () => 'next')).toBe('next');
});

it('whoever comes and goes, nobody has more than their turns, and in the end everybody has had one', async () => {
  const share = fc.constantFrom<Share>(PAID, ['x', '1'], ['x', '2'], ['y', '3'], ['z']);
  const step = fc.record({ share, seconds: fc.nat(20), ends: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      let time = 0;
      const queue = openQueue({ atOnce: 3, reserved: 1, each: 1, now: () => time });
      const held: { share: Share; end: () => void }[] = [];
      let begun = 0;
      const endOne = async () => {
        held.shift()?.end();
        await new Promise(setImmediate);
      };
      for (const { share: mine, seconds, ends } of steps) {
        time += seconds;
        void queue.take(mine).then((end) => {
          begun += 1;
          held.push({ share: mine, end });
        });
        await new Promise(setImmediate);
        if (ends) await endOne();
        const unpaid = held.filter((turn) => turn.share !== PAID).map((turn) => turn.share[0]);
        expect(held.length).toBeLessThanOrEqual(3);
        expect(unpaid.length).toBeLessThanOrEqual(2);
        expect(new Set(unpaid).size).toBe(unpaid.length);
      }
      while (held.length > 0) await endOne();
      expect(begun).toBe(steps.length);
    }),
    { numRuns: 50 },
  );
});
