import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBatches } from './moderateLines.ts';

async function* from<T>(items: T[]): AsyncGenerator<T> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Resolves after as many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
}

describe('batches', () => {
  it('keep the order, whatever their sizes and however long each takes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer(), { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
        fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 10 }),
        async (items, sizes, times) => {
          const seen: number[] = [];
          let count = 0;
          const work = async (batch: number[], earlier: number[]) => {
            expect(earlier).toEqual(seen);
            seen.push(...batch);
            const size = sizes[Math.min(count, sizes.length - 1)] ?? 1;
            expect(batch.length).toBeLessThanOrEqual(size);
            await turns(times[count++ % times.length] ?? 0);
            return batch;
          };
          expect(await collect(inBatches(from(items), sizes, work))).toEqual(items);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('the next one is read while one is worked on', async () => {
    const events: string[] = [];
    async function* source() {
      for (const item of [1, 2, 3, 4]) {
        events.push(`read ${item}`);
        yield item;
        await turns(1);
      }
    }
    const work = async (batch: number[]) => {
      events.push(`begin ${batch}`);
      await turns(6);
      events.push(`end ${batch}`);
      return batch;
    };
    expect(await collect(inBatches(source(), [2], work))).toEqual([1, 2, 3, 4]);
    expect(events.indexOf('begin 3,4')).toBeLessThan(events.indexOf('end 1,2'));
  });

  it('one whose first item has waited long enough is complete', async () => {
    async function* slow() {
      yield* from([1, 2]);
      await pause(60);
      yield* from([3, 4, 5]);
    }
    const batches: number[][] = [];
    const note = async (batch: number[]) => {
      batches.push(batch);
      return batch.map(String);
    };
    expect(await collect(inBatches(slow(), [9], note, 10))).toEqual(['1', '2', '3', '4', '5']);
    expect(batches).toEqual([
      [1, 2],
      [3, 4, 5],
    ]);
  });

  it('what the work leaves out is not handed on', async () => {
    const even = async (batch: number[]) => batch.filter((item) => item % 2 === 0);
    expect(await collect(inBatches(from([1, 2, 3, 4, 5]), [1, 3], even))).toEqual([2, 4]);
  });

  it('an error of the source or of the work ends them, and the source is closed', async () => {
    let closed = 0;
    async function* failing(at: number) {
      try {
        for (let item = 0; item < 5; item++) {
          if (item === at) throw new Error('the source');
          yield item;
        }
      } finally {
        closed++;
      }
    }
    const pass = async (batch: number[]) => batch;
    const fail = async () => {
      throw new Error('the work');
    };
    await expect(collect(inBatches(failing(3), [2], pass))).rejects.toThrow('the source');
    await expect(collect(inBatches(failing(9), [2], fail))).rejects.toThrow('the work');
    for await (const item of inBatches(failing(9), [1], pass)) if (item === 1) break;
    expect(closed).toBe(3);
  });
});
