import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { textsOf } from '../../standins/openai/wire.ts';
import { podcasts, voicesCache } from '../base/db/tables.ts';
import { openProduction, type Production } from '../testing/production.ts';
import type { ScriptWriter } from '../writing/script/scriptWriter.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

/** A storyteller of some age, and somebody who is always excited. */
const GEORGE = { voice1Id: 'JBFqnCBsd6RMkjVDRZzb', voice1Name: 'George' };
const FREYA = { voice2Id: 'jsCqWAovK2LkecY7zXl4', voice2Name: 'Freya' };

/** A paid episode of a minute by these two. */
async function order() {
  const { id, publicId } = await production.order(1);
  await production.db
    .update(podcasts)
    .set({ ...GEORGE, ...FREYA })
    .where(eq(podcasts.id, id));
  return { id, publicId };
}

/** The system prompts of the requests for an episode's script, each once. */
function promptsOf(publicId: string): string[] {
  const mine = production.asked.filter(
    ({ prompt_cache_key: key, response_format: format }) =>
      key === publicId && /^(?:outline|edit|section)$/.test(format?.json_schema?.name ?? ''),
  );
  expect(mine.length).toBeGreaterThan(3);
  return [...new Set(mine.map((request) => textsOf(request, 'system').join()))];
}

/** From now on the account has no voices, as far as anybody knows. */
const emptyCatalogue = () => production.db.update(voicesCache).set({ voices: [] });

it('the model is told the manner of both voices, and still the same after a restart when they have left the catalogue', {
  timeout: 60_000,
}, async () => {
  const { id, publicId } = await order();
  const stop = new AbortController();
  const { writer } = production.tools;
  const stopped: ScriptWriter = {
    ...writer,
    write(spec, signal) {
      if (spec.section > 0) stop.abort(new Error('shut down'));
      return writer.write(spec, signal);
    },
  };
  await expect(production.make(id, { writer: stopped }, stop.signal)).rejects.toThrow('shut down');
  await emptyCatalogue();
  expect(await production.tools.voices.list()).toEqual([]);
  expect((await production.make(id)).status).toBe('completed');

  const [prompt = '', ...others] = promptsOf(publicId);
  expect(others).toEqual([]);
  expect(prompt).toMatch(/^A, George \(he\): .* In manner seasoned,/m);
  expect(prompt).toMatch(/^B, Freya \(she\): .* In manner eager,/m);
  for (const voiceId of [GEORGE.voice1Id, FREYA.voice2Id]) expect(prompt).not.toContain(voiceId);
});

it('hosts whose voices are not in the catalogue have their parts alone', {
  timeout: 60_000,
}, async () => {
  const { id, publicId } = await order();
  await emptyCatalogue();
  expect((await production.make(id)).status).toBe('completed');
  const [prompt = '', ...others] = promptsOf(publicId);
  expect(others).toEqual([]);
  expect(prompt).toMatch(/^A, George: follows curiosity/m);
  expect(prompt).not.toContain('In manner');
});
