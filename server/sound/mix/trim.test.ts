import { describe, expect, test } from 'vitest';
import { prepare } from './trim.ts';

const RATE = 1000;

/** `lead`, `sound` and `tail` in samples, which at 1 kHz are milliseconds. */
function clip(lead: number, sound: number, tail: number, quiet = 0): Int16Array {
  const samples = new Int16Array(lead + sound + tail).fill(quiet);
  return samples.fill(1000, lead, lead + sound);
}

describe('prepare', () => {
  test.each([
    ['silence on both sides', 20 + 300 + 40, { lead: 200, tail: 200, quiet: 0 }],
    ['background noise on both sides', 360, { lead: 90, tail: 90, quiet: 200 }],
    ['no silence in front', 300 + 40, { lead: 0, tail: 200, quiet: 0 }],
    ['less silence than is kept', 5 + 300 + 7, { lead: 5, tail: 7, quiet: 0 }],
    ['no silence at all', 300, { lead: 0, tail: 0, quiet: 0 }],
  ])('trimming a clip with %s leaves %i ms', (_what, length, { lead, tail, quiet }) => {
    const prepared = prepare({ samples: clip(lead, 300, tail, quiet), sampleRate: RATE });
    expect(prepared.samples.length).toBe(length);
    expect(prepared.milliseconds).toBe(length);
    expect(prepared.samples.filter((sample) => sample === 1000).length).toBe(300);
  });

  test('the length of a trimmed clip is counted in samples, not in whole milliseconds', () => {
    const samples = new Int16Array(1001).fill(500);
    expect(prepare({ samples, sampleRate: 44_100 }).milliseconds).toBe((1001 / 44_100) * 1000);
  });

  test('trimming makes a silent clip empty', () => {
    const prepared = prepare({ samples: new Int16Array(500).fill(-200), sampleRate: RATE });
    expect(prepared).toEqual({ samples: new Int16Array(0), sampleRate: RATE, milliseconds: 0 });
  });

  test('trimming fades a cut edge of noise, but never the sound itself', () => {
    const { samples } = prepare({ samples: clip(100, 50, 100, 200), sampleRate: RATE });
    expect([...samples.slice(0, 7)]).toEqual([0, 40, 80, 120, 160, 200, 200]);
    expect([...samples.slice(20, 70)]).toEqual(Array(50).fill(1000));
    expect([...samples.slice(-7)]).toEqual([200, 200, 160, 120, 80, 40, 0]);
  });

  test('trimming leaves the original clip untouched', () => {
    const samples = clip(100, 50, 100, 200);
    prepare({ samples, sampleRate: RATE });
    expect(samples).toEqual(clip(100, 50, 100, 200));
  });

  test('trimming keeps a single sample of the loudest negative value', () => {
    const samples = new Int16Array(100);
    samples[50] = -32_768;
    expect(prepare({ samples, sampleRate: RATE }).samples.length).toBe(20 + 1 + 40);
  });
});
