import { describe, expect, it } from 'vitest';
import type { LineRow } from '../../episodes/log/lease.ts';
import { surplusOf } from './mixEpisode.ts';

describe('surplusOf', () => {
  const line = (position: number, section: number, startMilliseconds: number) =>
    ({ position, section, startMilliseconds, text: 'So.' }) as LineRow;
  const lines = [0, 10, 20, 30, 40].map((at, i) => line(i, i < 3 ? 0 : i - 2, at * 1000));

  it('the surplus is as many of the last lines before the goodbye as come nearest to it', () => {
    const positions = (surplus: number) =>
      surplusOf(lines, 2, surplus).map(({ position }) => position);
    expect(positions(4_000)).toEqual([]);
    expect(positions(6_000)).toEqual([3]);
    expect(positions(17_000)).toEqual([2, 3]);
    expect(positions(900_000)).toEqual([1, 2, 3]);
    expect(positions(-50_000)).toEqual([]);
  });

  it('no question is left without its answer', () => {
    const asking = lines.map((line) => ({ ...line, text: line.position === 2 ? 'Why?' : 'So.' }));
    const positions = surplusOf(asking, 2, 11_000).map(({ position }) => position);
    expect(positions).toEqual([2, 3]);
  });
});
