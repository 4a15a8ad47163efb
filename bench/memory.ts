import { openCustomer, pairAt, playSamples } from './customer.ts';
import type { Result } from './figures.ts';
import { megabytes } from './processes.ts';
import type { Stage } from './stage.ts';

/** The shortest and the longest length on sale, minutes. */
const [SHORT, LONG] = [10, 25];
/** Tolerance: the peak of the same work varies between processes. */
const SAME = 1.15;

export async function measureMemory(stage: Stage): Promise<Result> {
  await stage.setSpeeds(null);
  const short = await peakOf(SHORT, stage);
  const long = await peakOf(LONG, stage);
  return {
    area: 'memory',
    figures: [
      {
        name: `${LONG} min over ${SHORT} min`,
        value: long && short ? long / short : null,
        goal: { atMost: SAME },
      },
    ],
    notes: ['One process and one episode each, as fast as the stand-ins can.'],
    details: [
      { minutes: SHORT, peak: short },
      { minutes: LONG, peak: long },
    ],
  };
}

/** Peak RSS of a process that makes one episode, MB. */
async function peakOf(minutes: number, stage: Stage): Promise<number | null> {
  console.log(`Making ${minutes} minutes to measure memory`);
  const { product, buyer, voices } = await openCustomer(stage);
  const order = { topic: 'How rivers move', minutes, voices: pairAt(voices, 0) };
  await playSamples(buyer, order.voices);
  const { publicId } = await buyer.buy(order);
  await buyer.delivered(publicId, 1800);
  const peak = await megabytes(product.pid, 'VmHWM');
  await product.end('SIGTERM');
  return peak;
}
