import { EXAMPLE_TOPICS } from './exampleTopics.ts';

/*
 * What the demo, whose writer is a stand-in, has to say: six scripts, and whatever an order brings.
 */

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a topic is one of the six that there is a script on. */
export const isDemoTopic = (topic: string): boolean =>
  EXAMPLE_TOPICS.some((one) => plain(one) === plain(topic));

/** Before the one of the six that follows what was brought; together they are a question of the brief. */
export const THEN = 'Then: ';

/** Words of a text for each fact that is found in it, the most of one text, and seconds that each takes in all. */
const FACT = { words: 22, most: 12, seconds: 22 };
/** Seconds of the greeting. */
const GREETING = 15;

/**
 * Minutes that the hosts talk about texts of so many words, first as they are and then as questions and
 * answers: right to about a fifth, where sentences are of usual length and speak of the world.
 */
export function demoMinutes(words: number[]): number {
  const facts = words.map((each) => Math.min(FACT.most, Math.ceil(each / FACT.words)));
  return (GREETING + FACT.seconds * facts.reduce((sum, each) => sum + each, 0)) / 60;
}
