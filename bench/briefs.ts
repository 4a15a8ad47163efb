import type { Buyer } from '../server/testing/buyer.ts';
import type { Figure } from './figures.ts';

const TOPICS = [
  'How do bees find their way home?',
  'Why is the sky blue, and why is it red in the evening? Does it look the same from Mars?',
  'I keep waking up at 3 am. Is that normal, what wakes me, and what can I do about it?',
  'Beginners’ chess openings, please no long variations',
  'Warum ist das Meer salzig?',
];

export async function timeBriefs(buyer: Buyer): Promise<Figure> {
  const seconds: number[] = [];
  for (const topic of TOPICS) {
    const began = performance.now();
    const brief = await buyer.readTopic(topic);
    seconds.push(brief?.questions.length ? (performance.now() - began) / 1000 : Number.NaN);
  }
  return {
    name: 'brief of a topic, slowest',
    // A topic that could not be read misses the goal too.
    value: seconds.some(Number.isNaN) ? null : Math.max(...seconds),
    unit: 's',
    goal: { atMost: 2 },
    note: `${TOPICS.length} topics`,
  };
}
