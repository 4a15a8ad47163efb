import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening, spokenLines } from '#shared/episode.ts';
import { podcastLines, podcastParts, podcasts, users } from '../../base/db/tables.ts';
import { aPodcast, aPreview, writePreview } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import type { Patch } from '../log/lease.ts';
import { adoptPreview } from '../previews/adopt.ts';

let app: TestApp;
let mira: { visitor: ReturnType<TestApp['visitor']>; id: number };
beforeAll(async () => {
  app = await openTestApp({ work: false });
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  mira = { visitor, id: user?.id ?? 0 };
});
afterAll(() => app.close());

type Line = Partial<typeof podcastLines.$inferInsert> & { text: string };
const spoken = (text: string, startMilliseconds: number | null = null): Line => ({
  text,
  state: 'spoken',
  clipKey: `clips/${text}.wav`,
  milliseconds: 2000,
  startMilliseconds,
});

/** Mira's episode while it is made, with these lines; its one part reaches as far as `reach`, ms. */
async function underWay(lines: Line[], { reach = 0, ...patch }: Patch & { reach?: number } = {}) {
  const { db } = app;
  const { id, publicId } = await aPodcast(db);
  const [row] = await db
    .update(podcasts)
    .set({ userId: mira.id, stage: 'speaking', ...patch })
    .where(eq(podcasts.id, id))
    .returning();
  if (lines.length)
    await db.insert(podcastLines).values(lines.map((line, at) => lineOf(id, at, line)));
  const part = { podcastId: id, number: 1, startMilliseconds: 0, audioKey: `parts/${id}` };
  if (reach) await db.insert(podcastParts).values({ ...part, milliseconds: reach });
  return { id, publicId, shareToken: row?.shareToken ?? '' };
}

const lineOf = (podcastId: number, position: number, line: Line) => ({
  podcastId,
  position,
  section: 0,
  speaker: position % 2 ? ('B' as const) : ('A' as const),
  ...line,
});

const path = (token: string) => `/media/${token}/spoken.json`;
async function linesAt(token: string, visitor = app.visitor()) {
  const { body } = await visitor.get(path(token)).expect(200);
  return spokenLines.parse(body).lines;
}
const textsAt = async (token: string) => (await linesAt(token)).map(({ body }) => body);

describe('lines spoken so far', () => {
  it('a stranger with the link reads each spoken line, with its time as soon as it can be heard', async () => {
    const episode = await underWay([spoken('One', 0), spoken('Two', 2200), spoken('Three')], {
      reach: 4300,
    });
    expect(await linesAt(episode.shareToken)).toEqual([
      { side: 'A', speaker: 'Ann', body: 'One', startTime: 0, endTime: 2 },
      { side: 'B', speaker: 'Bob', body: 'Two', startTime: 2.2, endTime: 4.2 },
      { side: 'A', speaker: 'Ann', body: 'Three', startTime: null, endTime: null },
    ]);
  });

  it.each(['written', 'read'] as const)(
    'nothing that is only %s or was cut is shown, nor what was spoken out of turn',
    async (state) => {
      const { shareToken } = await underWay([
        spoken('One'),
        { ...spoken('Cut'), state: 'dropped' },
        spoken('Two'),
        { text: 'Not spoken', state },
        spoken('Out of turn'),
      ]);
      expect(await textsAt(shareToken)).toEqual(['One', 'Two']);
      const reply = await app.visitor().get(path(shareToken)).expect(200);
      expect(reply.text).not.toMatch(/clips|position|basis|delivery/);
    },
  );

  it('a line whose place is known before its sound is stored has no time yet', async () => {
    const episode = await underWay([spoken('One', 0), spoken('Two', 2200)], {
      reach: 2100,
      stage: 'mastering',
    });
    expect((await linesAt(episode.shareToken)).map(({ startTime }) => startTime)).toEqual([
      0,
      null,
    ]);
    const silent = await underWay([spoken('One', 0)]);
    expect((await linesAt(silent.shareToken)).map(({ startTime }) => startTime)).toEqual([null]);
  });

  it('what was heard as a preview is there from the start', async () => {
    const { db } = app;
    const preview = await aPreview(db);
    await writePreview(db, preview.podcastId, { withSound: true });
    const { id, shareToken } = await underWay([], { previewId: preview.id });
    expect(await textsAt(shareToken)).toEqual([]);
    await db.transaction((tx) => adoptPreview(tx, id));
    // The part that reaches into the last line is not the episode's.
    expect(await linesAt(shareToken)).toMatchObject([
      { body: 'What turns the sea?', startTime: 0 },
      { body: 'Something pulls.', startTime: null },
      { body: 'And what pulls harder?', startTime: null },
    ]);
  });

  it('an answer that the browser has is not sent again', async () => {
    const { id, shareToken } = await underWay([spoken('One')]);
    const first = await app.visitor().get(path(shareToken)).expect(200);
    expect(first.headers).toMatchObject({ 'cache-control': 'private, no-cache' });
    const again = () =>
      app.visitor().get(path(shareToken)).set('If-None-Match', String(first.headers.etag));
    await again().expect(304);
    await app.db.insert(podcastLines).values(lineOf(id, 1, spoken('Two')));
    await again().expect(200);
  });

  it('a finished episode still answers those who have not noticed, without its parts', async () => {
    const { shareToken } = await underWay([spoken('One', 0), spoken('Two', 2200)], {
      status: 'completed',
    });
    expect((await linesAt(shareToken)).map(({ startTime }) => startTime)).toEqual([0, 2.2]);
  });

  it('the public id opens them for the owner alone, and a replaced link for nobody', async () => {
    const { publicId, shareToken } = await underWay([spoken('One')]);
    expect(await linesAt(publicId, mira.visitor)).toHaveLength(1);
    await app.visitor().get(path(publicId)).expect(404);
    await mira.visitor.post(`/api/podcasts/${publicId}/share-link`).expect(200);
    await app.visitor().get(path(shareToken)).expect(404);
    expect(await linesAt(publicId, mira.visitor)).toHaveLength(1);
  });

  it.each<[string, Patch]>([
    ['was deleted', { status: 'deleted' }],
    ['has failed', { status: 'failed' }],
    ['is withheld', { withheld: true }],
    ['is a preview', { status: 'preview' }],
  ])('an episode that %s shows no line', async (_, patch) => {
    const { publicId, shareToken } = await underWay([spoken('One')], patch);
    await app.visitor().get(path(shareToken)).expect(404);
    await mira.visitor.get(path(publicId)).expect(404);
  });
});

it('until an episode has a title, only its owner sees the topic in its place', async () => {
  const seen = async (token: string, visitor = app.visitor()) => {
    const { body } = await visitor.get(`/api/listen/${token}`).expect(200);
    return listening.parse(body).episode;
  };
  const { id, publicId, shareToken } = await underWay([]);
  expect(await seen(shareToken)).toMatchObject({
    title: 'A talk between Ann and Bob',
    spokenUrl: path(shareToken),
    making: { stage: 'speaking' },
  });
  expect(await seen(publicId, mira.visitor)).toMatchObject({ title: 'tides' });
  await app.db.update(podcasts).set({ title: 'Why tides turn' }).where(eq(podcasts.id, id));
  expect(await seen(shareToken)).toMatchObject({ title: 'Why tides turn' });
  await app.db.update(podcasts).set({ status: 'completed' }).where(eq(podcasts.id, id));
  expect(await seen(shareToken)).toMatchObject({ spokenUrl: null, making: null });
});
