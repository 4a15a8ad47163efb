import { EXAMPLE_TOPICS } from './exampleTopics.ts';

/* The demo's writer is a stand-in with six scripts, which also talks about what an order brings. */

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

export const isDemoTopic = (topic: string): boolean =>
  EXAMPLE_TOPICS.some((one) => plain(one) === plain(topic));

/** Begins the brief's question that names which of the six scripts follows the order's sources. */
export const THEN = 'Then: ';

/** Words of text per fact, most facts of one text, and seconds of talk per fact. */
const FACT = { words: 22, most: 12, seconds: 22 };
/** Seconds. */
const GREETING = 15;

/** Right to about a fifth, where sentences are of usual length and speak of the world. */
export function demoMinutes(words: number[]): number {
  const facts = words.map((each) => Math.min(FACT.most, Math.ceil(each / FACT.words)));
  return (GREETING + FACT.seconds * facts.reduce((sum, each) => sum + each, 0)) / 60;
}
