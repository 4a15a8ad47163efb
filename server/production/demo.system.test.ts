import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoMinutes, THEN } from '#shared/demo.ts';
import { scripts } from '../../standins/openai/scripts.ts';
import { podcastLines, podcasts } from '../base/db/tables.ts';
import { anAttachedSource } from '../testing/builders.ts';
import { PASTED } from '../testing/pasted.ts';
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
  const scripted = script.sections.flatMap(({ beats }) => beats.flat());
  const answered = scripted.flatMap(({ text, answers }) => (spoken.has(text) ? answers : []));
  // The fourth is answered in the closing, which is fitted to the time that is left.
  expect(answered).toEqual(expect.arrayContaining([1, 2, 3]));
});

it('an episode of the demo on a text begins with it, goes on with what was chosen when it has said, and keeps its length', {
  timeout: 300_000,
}, async () => {
  const then = 'What octopuses dream about';
  const words = PASTED.split(' ').length;
  const { id: source } = await anAttachedSource(
    production.db,
    { visitorKey: 'a visitor' },
    {
      text: PASTED,
      words,
    },
  );
  const { id } = await production.order(10, 'What a lighthouse was like');
  const brief = {
    id: null,
    questions: [{ id: 'then', text: THEN + then }],
    level: null,
    avoid: [],
  };
  await production.db
    .update(podcasts)
    .set({ sources: [source], brief })
    .where(eq(podcasts.id, id));
  const row = await production.make(id);
  expect(row.status).toBe('completed');
  expect(Math.abs(row.quality?.lengthError ?? 1)).toBeLessThan(0.03);
  const lines = await production.linesOf(id);
  const texts = lines.map(({ text }) => text).join(' ');
  expect(texts.slice(0, 1_500)).toContain('one of our own: what octopuses dream about');
  const chapters = row.outline?.sections.map(({ title }) => title) ?? [];
  const own = chapters.indexOf('One of our own: what octopuses dream about');
  expect(own).toBeGreaterThan(1);
  const seam = lines.findIndex(({ text }) => text.startsWith('What follows is one of our own'));
  // It stands at its chapter, after the host has said that all is read.
  expect(lines[seam - 1]?.section).toBe(own);
  expect(lines[seam - 2]?.section).toBe(own - 1);
  expect(row.answers?.[0]).toMatchObject({ question: 0, first: seam });
  const before = lines.slice(0, seam - 1);
  const share = before.length && before.reduce((sum, line) => sum + (line.milliseconds ?? 0), 0);
  const all = lines.reduce((sum, line) => sum + (line.milliseconds ?? 0), 0);
  const minutes = (10 * share) / all;
  expect(minutes / demoMinutes([words])).toBeGreaterThan(0.8);
  expect(minutes / demoMinutes([words])).toBeLessThan(1.2);
});
