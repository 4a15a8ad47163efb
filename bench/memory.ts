import { openBuyer } from '../server/testing/buyer.ts';
import type { Result } from './figures.ts';
import { megabytes } from './rss.ts';
import type { Stage } from './stage.ts';

/** The shortest and the longest length on sale, minutes. */
const LENGTHS = { usual: [10, 25], quick: [10] };
/** Tolerance: the peak of the same work varies between processes. */
const SAME = 1.15;

export async function measureMemory(stage: Stage, quick: boolean): Promise<Result> {
  await stage.setSpeeds(null);
  const peaks: { minutes: number; before: number | null; peak: number | null }[] = [];
  for (const minutes of quick ? LENGTHS.quick : LENGTHS.usual) {
    console.log(`Making ${minutes} minutes to measure memory`);
    peaks.push(await peakOf(minutes, stage));
  }
  const [first] = peaks;
  return {
    area: 'memory',
    figures: [
      ...peaks.map(({ minutes, peak }) => ({
        name: `${minutes} min: peak RSS of the process`,
        value: peak,
        unit: 'MB' as const,
      })),
      ...peaks.slice(1).map(({ minutes, peak }) => ({
        name: `${minutes} min over ${first?.minutes} min`,
        value: peak && first?.peak ? peak / first.peak : null,
        goal: { atMost: SAME },
      })),
    ],
    notes: ['One process and one episode each, as fast as the stand-ins can.'],
    details: peaks,
  };
}

async function peakOf(minutes: number, stage: Stage) {
  const product = await stage.startProduct();
  const buyer = await openBuyer(product.url, stage);
  const [one = '', two = ''] = await buyer.voices();
  for (const voice of [one, two]) await buyer.fetchSample(voice);
  const before = await megabytes(product.pid, 'VmRSS');
  const order = { topic: 'How rivers move', minutes, voices: [one, two] as [string, string] };
  const { publicId } = await buyer.buy(order);
  await buyer.delivered(publicId, 1800);
  const peak = await megabytes(product.pid, 'VmHWM');
  await product.end('SIGTERM');
  return { minutes, before, peak };
}
