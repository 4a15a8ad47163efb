import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openWitness } from './witness.ts';

/*
 * Lines as hosts say them, with what was read for them: half of them true, half of them false, written by
 * somebody who had seen nothing of the code. What is measured is code alone, while no reader answers.
 */

const pair = z.object({
  id: z.number(),
  isTrue: z.boolean(),
  kind: z.string(),
  ...{ topic: z.string(), date: z.string(), title: z.string() },
  ...{ hosts: z.array(z.string()), questions: z.array(z.string()) },
  facts: z.array(
    z.object({ says: z.string(), quote: z.string(), paragraph: z.string(), from: z.string() }),
  ),
  before: z.array(z.object({ text: z.string(), stands: z.boolean() })),
  line: z.string(),
  sum: z.string(),
});
const file = path.resolve(import.meta.dirname, 'testing/pairs.json');
const pairs = z.array(pair).parse(JSON.parse(readFileSync(file, 'utf8')));

/** Of pairs of one sort, the share that is marked. */
function marked(some: typeof pairs): number {
  const found = some.filter(
    ({ facts, before, topic, date, title, hosts, questions, line, sum }) => {
      const words = facts.flatMap(({ says, quote, paragraph, from }) => [
        says,
        quote,
        paragraph,
        from,
      ]);
      const witness = openWitness([...words, topic, date, title, ...hosts, ...questions]);
      for (const { text, stands } of before) if (stands) witness.know(text);
      return witness.marksIn({ text: line, sum }).length > 0;
    },
  );
  return found.length / some.length;
}

test('of a hundred pairs and more, few true lines are marked, and most false particulars', () => {
  const of = (isTrue: boolean) => pairs.filter((one) => one.isTrue === isTrue);
  expect(of(true).length).toBeGreaterThanOrEqual(60);
  expect(of(false).length).toBeGreaterThanOrEqual(60);
  expect(marked(of(true))).toBeLessThanOrEqual(0.12);
  const particulars = of(false).filter(({ kind }) => kind === 'particular');
  expect(marked(particulars)).toBeGreaterThanOrEqual(0.85);
  // A step that rests on what stands nowhere carries no lie.
  expect(marked(particulars.filter(({ sum }) => sum))).toBeGreaterThanOrEqual(0.8);
  expect(marked(particulars.filter(({ sum }) => !sum))).toBeGreaterThanOrEqual(0.9);
});
