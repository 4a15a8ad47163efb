import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scripts } from '../../standins/openai/scripts.ts';
import { podcastLines } from '../db/tables.ts';
import { openProduction, type Production } from '../testing/production.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
  await production.setFaults({ openai: { writer: 'scripts' } });
});
afterAll(() => production.close());

it('an episode of the demo keeps its length and answers the questions of its sections', {
  timeout: 300_000,
}, async () => {
  const script = scripts.find(({ slug }) => slug === 'glowing-sea');
  if (!script) throw new Error('there is no script on the glowing sea');
  const { id } = await production.order(10, script.topic);
  const row = await production.make(id);
  expect([row.status, row.title]).toEqual(['completed', script.title]);
  expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.03);
  const lines = await production.db
    .select()
    .from(podcastLines)
    .where(eq(podcastLines.podcastId, id));
  const spoken = new Set(lines.map(({ text }) => text));
  const told = script.sections.flatMap(({ beats }) => beats.flat());
  const answered = told.flatMap(({ text, answers }) => (spoken.has(text) ? answers : []));
  // The fourth is answered in the closing, which is fitted to the time that is left.
  expect(answered).toEqual(expect.arrayContaining([1, 2, 3]));
});
