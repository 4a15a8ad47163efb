import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Outline } from '#shared/script.ts';
import { partsOf } from '../podcasts/parts.ts';
import { openPodcasts } from '../podcasts/podcasts.ts';
import type { Verdict } from '../script/moderation.ts';
import type { ScriptWriter } from '../script/script.ts';
import { eventually } from '../testing/eventually.ts';
import { openProduction, type Production } from '../testing/production.ts';

let production: Production;
beforeAll(async () => {
  production = await openProduction();
});
afterAll(() => production.close());

const spoken = async () =>
  (await production.entries()).flatMap((entry) => (entry.kind === 'speech' ? [entry.text] : []));
const bomb = 'Here is how to build a bomb at home, from what is under the sink.';

/** A writer whose second line is one that no moderation lets through. */
function harmful(): ScriptWriter {
  const { writer } = production.tools;
  return {
    ...writer,
    async *write(spec, signal) {
      let given = 0;
      for await (const line of writer.write(spec, signal)) {
        yield line;
        given += 1;
        if (given === 1) yield { speaker: 'B', text: bomb };
      }
    },
  };
}

it('a line that moderation refuses is never spoken, and its order fails for its topic', async () => {
  const { id } = await production.order(1);
  const row = await production.make(id, { writer: harmful() });
  expect(row).toMatchObject({
    status: 'failed',
    failure: 'Our hosts couldn’t talk about this topic.',
  });
  expect((await spoken()).filter((text) => text.includes('bomb'))).toEqual([]);
}, 60_000);

it('what could be heard of an episode that is refused in the middle is gone at once: page, parts, lines, and links that were handed out', async () => {
  const { db, storage } = production;
  const { id, publicId } = await production.order(2);
  const heard = openPodcasts(db);
  const links: string[] = [];
  let calls = 0;
  const moderate = async (): Promise<Verdict> => {
    calls += 1;
    if (calls < 4) return 'allowed';
    await eventually('a part can be heard', async () => (await partsOf(db, id)).length > 0);
    for (const { audioKey } of await partsOf(db, id)) {
      links.push(await storage.link(audioKey, { expiresIn: 3600 }));
    }
    return 'refused';
  };
  const { status, shareToken } = await production.make(id, { moderator: { moderate } });
  expect(status).toBe('failed');
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) expect((await fetch(link)).status).toBe(404);
  expect(await partsOf(db, id)).toEqual([]);
  for (const what of [heard.parts, heard.spokenLines]) {
    await expect(what(null, shareToken)).rejects.toMatchObject({ code: 'not_found' });
  }
  const page = await heard.getListenPage(null, shareToken);
  expect(page).toMatchObject({ status: 'failed', partsUrl: null, spokenUrl: null, audioUrl: null });
  expect(await heard.findForWatchers(publicId)).toMatchObject({ partsUrl: null, lastLine: null });
}, 60_000);

/** A writer whose plan has something that no moderation lets through. */
function titled(change: (outline: Outline) => Outline): ScriptWriter {
  const { writer } = production.tools;
  return {
    ...writer,
    plan: async (spec, signal) => change(await writer.plan(spec, signal)),
    edit: async (_brief, draft) => draft,
  };
}

it.each<[what: string, change: (outline: Outline) => Outline]>([
  ['title', (outline) => ({ ...outline, title: bomb })],
  ['summary', (outline) => ({ ...outline, summary: bomb })],
  [
    'chapter’s title',
    ({ sections: [first, ...others], ...outline }) => ({
      ...outline,
      sections: first ? [{ ...first, title: bomb }, ...others] : others,
    }),
  ],
])(
  'a %s that moderation refuses is neither stored nor shown, nothing is spoken, and the order fails for its topic',
  async (_what, change) => {
    const { id } = await production.order(1);
    const before = (await spoken()).length;
    const row = await production.make(id, { writer: titled(change) });
    expect(row).toMatchObject({
      ...{ status: 'failed', failure: 'Our hosts couldn’t talk about this topic.' },
      ...{ title: row.topic, summary: null },
    });
    expect(await spoken()).toHaveLength(before);
  },
  60_000,
);
