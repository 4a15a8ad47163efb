import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BASES } from '#shared/script.ts';
import { episodeSources, SOURCE_KINDS, STRENGTHS } from '#shared/sources.ts';
import {
  podcastFacts,
  podcastLines,
  podcastSources,
  podcasts,
  users,
} from '../../base/db/tables.ts';
import { aFinishedPodcast, aSource } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';
import { enclosureToken } from '../listen/episodeAccess.ts';
import { transcriptOf } from '../listen/presentPodcast.ts';
import { presentSources } from '../listen/presentSources.ts';
import type { ReadSource } from './episodeSources.ts';
import type { LineRow, Patch, PodcastRow } from './lease.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

type Visitor = ReturnType<TestApp['visitor']>;

async function anEpisode(more: Patch = {}) {
  const { visitor: owner, email } = await app.buyer();
  const { body } = await owner.get('/api/account/feed').expect(200);
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user?.feedToken) throw new Error(`there is no feed: ${JSON.stringify(body)}`);
  const row = await aFinishedPodcast(app.db, user.id, more);
  return { ...row, owner, feedToken: enclosureToken(row, user.feedToken) };
}

/** What carries a line, as its reader has found it. */
const WORDS = 'the pull raises the sea';

/** Has the second of its two lines rest on these facts, the first of which has the words that carry it. */
async function rest(podcastId: number, facts: number[], more: Partial<LineRow> = {}) {
  const line = { basis: 'fact' as const, facts, sourceWords: WORDS, ...more };
  await app.db.update(podcastLines).set(line).where(lineOf(podcastId, 1));
}
const lineOf = (podcastId: number, position: number) =>
  and(eq(podcastLines.podcastId, podcastId), eq(podcastLines.position, position));

async function read(token: string, visitor: Visitor = app.visitor()) {
  const { body } = await visitor.get(`/media/${token}/sources.json`).expect(200);
  return episodeSources.parse(body);
}

describe('sources of an episode', () => {
  it('each sourced line has a claim with the words that carry it, and with those of each other fact', async () => {
    const { id, shareToken } = await anEpisode({ linesRewritten: 3, linesCut: 1, linesUnread: 2 });
    await aSource(app.db, id, { licence: 'CC BY-SA 4.0', kind: 'wikipedia' }, [
      { strength: 'disputed' },
      { quote: 'twice a day' },
    ]);
    await aSource(app.db, id, { number: 2 });
    await rest(id, [11, 10, 11, 99]);
    const shown = await read(shareToken);
    const claim = { line: 1, start: 2.5, sourceId: 1 };
    expect(shown).toEqual({
      basis: 'sources',
      sources: [
        {
          id: 1,
          kind: 'wikipedia',
          title: 'Tides, part 1',
          site: 'tides.example',
          url: 'https://tides.example/1',
          date: '2025-03-04',
          retrievedAt: expect.any(String),
          licence: 'CC BY-SA 4.0',
          extent: '',
          isPrivate: false,
        },
        expect.objectContaining({ id: 2, kind: 'web', licence: null }),
      ],
      claims: [
        { ...claim, fact: 11, quote: WORDS, strength: 'says' },
        { ...claim, fact: 10, quote: 'the moon’s pull raises the sea', strength: 'disputed' },
      ],
      counts: { lines: 2, statements: 1, sourced: 1, opinions: 0, rewritten: 3, cut: 1, unread: 2 },
      showsPrivate: null,
    });
  });

  it('a dispute is shown where a line tells what is disputed, and nowhere else', async () => {
    const { id, shareToken } = await anEpisode();
    await aSource(app.db, id);
    await rest(id, [10]);
    for (const [disputed, strength] of [
      ['', 'disputed'],
      ['the moon', 'disputed'],
      ['in 1687', 'says'],
      ['Newton', 'says'],
    ]) {
      await app.db
        .update(podcastFacts)
        .set({ strength: 'disputed', disputed })
        .where(eq(podcastFacts.podcastId, id));
      expect((await read(shareToken)).claims).toMatchObject([{ fact: 10, strength }]);
    }
  });

  it('what a line concludes is our inference, and opinions are counted apart', async () => {
    const { id, shareToken } = await anEpisode();
    await aSource(app.db, id);
    await rest(id, [10], { basis: 'inference' });
    expect((await read(shareToken)).claims).toMatchObject([{ strength: 'inference' }]);
    for (const [basis, facts] of [
      ['doubt', []],
      ['opinion', [10]],
      ['imagined', [10]],
    ] as const) {
      await rest(id, [...facts], { basis, sourceWords: null });
      const { claims, counts } = await read(shareToken);
      expect([claims, counts]).toEqual([[], expect.objectContaining({ sourced: 0, opinions: 1 })]);
    }
  });

  it('a line without words of a source has no claim, whatever it names', async () => {
    const { id, shareToken } = await anEpisode();
    await aSource(app.db, id);
    for (const basis of ['fact', 'inference'] as const) {
      await rest(id, [10], { basis, sourceWords: null });
      const { claims, counts } = await read(shareToken);
      expect([claims, counts.sourced]).toEqual([[], 0]);
    }
  });

  it('the line of a claim is its place in the transcript, whatever was cut before it', async () => {
    const { id, shareToken } = await anEpisode();
    await aSource(app.db, id);
    await rest(id, [10]);
    await app.db.update(podcastLines).set({ startMilliseconds: null }).where(lineOf(id, 0));
    const [claim] = (await read(shareToken)).claims;
    const { body } = await app.visitor().get(`/media/${shareToken}/transcript.json`);
    expect(body.segments[claim?.line ?? -1]).toMatchObject({
      body: 'Ask the moon.',
      startTime: claim?.start,
    });
  });

  it('what was taken out is shown to nobody, nor is a claim on it', async () => {
    const { id, owner, shareToken } = await anEpisode();
    await aSource(app.db, id, {}, [{}, {}]);
    await aSource(app.db, id, { number: 2 });
    await rest(id, [10, 11, 20]);
    const out = { isRemoved: true };
    const fact = and(eq(podcastFacts.podcastId, id), eq(podcastFacts.number, 11));
    await app.db.update(podcastFacts).set(out).where(fact);
    const source = and(eq(podcastSources.podcastId, id), eq(podcastSources.number, 2));
    await app.db.update(podcastSources).set(out).where(source);
    for (const visitor of [owner, app.visitor()]) {
      const shown = await read(shareToken, visitor);
      expect(shown.sources.map(({ id }) => id)).toEqual([1]);
      expect(shown.claims.map(({ fact }) => fact)).toEqual([10]);
    }
    await rest(id, [11, 10]);
    expect((await read(shareToken)).claims).toMatchObject([
      { fact: 10, quote: 'the moon’s pull raises the sea' },
    ]);
  });

  it('an episode that read nothing says that it is from the model’s knowledge', async () => {
    const { shareToken } = await anEpisode();
    expect(await read(shareToken)).toMatchObject({
      basis: 'knowledge',
      sources: [],
      claims: [],
      counts: { lines: 2, sourced: 0 },
    });
  });

  it('an address that is no page on the web is not linked to', async () => {
    const { id, shareToken } = await anEpisode();
    await aSource(app.db, id, { url: 'javascript:alert(1)' });
    await aSource(app.db, id, { number: 2, url: 'nowhere' });
    expect((await read(shareToken)).sources.map(({ url }) => url)).toEqual([null, null]);
  });

  it.each<[string, Patch]>([
    ['is not finished', { status: 'processing' }],
    ['was made before sources were kept', { researchedAt: null }],
  ])('there are no sources of an episode that %s', async (_, more) => {
    const { owner, publicId, shareToken } = await anEpisode(more);
    await app.visitor().get(`/media/${shareToken}/sources.json`).expect(404);
    await owner.get(`/media/${publicId}/sources.json`).expect(404);
    const { body } = await owner.get(`/api/listen/${shareToken}`).expect(200);
    expect(body.episode.sourcesUrl).toBeNull();
  });

  it('the listen page knows where they are, and a browser asks each time for what it has kept', async () => {
    const { id, owner, shareToken, publicId } = await anEpisode();
    const { body } = await app.visitor().get(`/api/listen/${shareToken}`).expect(200);
    const ask = (etag = '') =>
      app.visitor().get(body.episode.sourcesUrl).set('If-None-Match', etag);
    const { headers } = await ask().expect(200).expect('Cache-Control', 'private, no-cache');
    await ask(headers.etag).expect(304);
    await aSource(app.db, id, { kind: 'pdf' });
    const before = (await ask(headers.etag).expect(200)).headers.etag;
    await owner.patch(`/api/podcasts/${publicId}`).send({ showsSources: true }).expect(200);
    await ask(before).expect(200);
  });
});

describe('texts and PDFs that the listener brought', () => {
  const secret = { title: 'Minutes of the board', site: 'Board', url: 'https://board.example/1' };
  const words = 'we shall sell the harbour';

  async function aPrivateEpisode(more: Patch = {}) {
    const episode = await anEpisode(more);
    await aSource(app.db, episode.id, { kind: 'pdf', ...secret }, [{ quote: words }]);
    await aSource(app.db, episode.id, { number: 2, kind: 'text', ...secret, origin: 'text-1' }, []);
    await aSource(app.db, episode.id, { number: 3, kind: 'link', origin: 'link-1' });
    await rest(episode.id, [10, 30], { sourceWords: words });
    return episode;
  }

  it('are shown to the owner’s session, by whichever link it comes', async () => {
    const { owner, publicId, shareToken, emailToken } = await aPrivateEpisode();
    for (const token of [publicId, shareToken, emailToken]) {
      const { sources, claims, showsPrivate } = await read(token, owner);
      expect(sources).toMatchObject([
        { ...secret, isPrivate: true, date: '2025-03-04' },
        { ...secret, isPrivate: true },
        { isPrivate: false },
      ]);
      expect(claims[0]?.quote).toBe(words);
      expect(showsPrivate).toBe(false);
    }
  });

  it.each([
    ['an episode', {}],
    ['a demo', { isSample: true }],
  ])('are neutral words to anybody else who hears %s', async (_, more) => {
    const { shareToken, emailToken, feedToken } = await aPrivateEpisode(more);
    const { visitor: other } = await app.buyer();
    for (const token of [shareToken, emailToken, feedToken]) {
      for (const visitor of [app.visitor(), other]) {
        const shown = await read(token, visitor);
        const hidden = {
          title: 'A document the listener brought',
          site: null,
          url: null,
          date: null,
          isPrivate: true,
        };
        expect(shown.sources).toMatchObject([hidden, hidden, { url: 'https://tides.example/3' }]);
        expect(shown.claims).toMatchObject([
          { sourceId: 1, quote: null, strength: 'says' },
          { sourceId: 3, quote: 'the moon’s pull raises the sea' },
        ]);
        expect(shown.showsPrivate).toBeNull();
        for (const word of [...Object.values(secret), words]) {
          expect(JSON.stringify(shown)).not.toContain(word);
        }
      }
    }
  });

  it('are shown to everybody with the link once the owner wishes so, and no longer', async () => {
    const { owner, publicId, shareToken } = await aPrivateEpisode();
    const show = async (showsSources: boolean) => {
      const path = `/api/podcasts/${publicId}`;
      const { body } = await owner.patch(path).send({ showsSources }).expect(200);
      expect(body.podcast).toMatchObject({ showsSources, title: 'Why tides turn' });
      expect((await read(shareToken, owner)).showsPrivate).toBe(showsSources);
    };
    await show(true);
    const { sources, claims, showsPrivate } = await read(shareToken);
    expect(sources[0]).toMatchObject({ ...secret, isPrivate: true });
    expect([claims[0]?.quote, showsPrivate]).toEqual([words, null]);
    await show(false);
    expect((await read(shareToken)).claims[0]?.quote).toBeNull();
  });

  it('only the owner decides who sees them', async () => {
    const { id, publicId } = await aPrivateEpisode();
    const { visitor: other } = await app.buyer();
    const path = `/api/podcasts/${publicId}`;
    await other.patch(path).send({ showsSources: true }).expect(404);
    await app.visitor().patch(path).send({ showsSources: true }).expect(401);
    const [row] = await app.db.select().from(podcasts).where(eq(podcasts.id, id));
    expect(row?.showsSources).toBe(false);
  });
});

describe('random rows', () => {
  const few = fc.integer({ min: 1, max: 6 });
  const lines = fc
    .array(
      fc.record({
        startMilliseconds: fc.option(fc.nat(600_000)),
        milliseconds: fc.option(fc.nat(9_000)),
        basis: fc.option(fc.constantFrom(...BASES)),
        facts: fc.array(few, { maxLength: 4 }),
        words: fc.option(fc.constant('secret')),
      }),
      { maxLength: 8 },
    )
    .map((all) =>
      all.map(({ words, ...line }, position) => {
        const isStated = line.basis === 'fact' || line.basis === 'inference';
        const sourceWords = isStated ? words : null;
        return { ...line, sourceWords, position, speaker: 'A', text: 'x' };
      }),
    );
  const sources = fc
    .uniqueArray(fc.record({ number: few, kind: fc.constantFrom(...SOURCE_KINDS) }), {
      selector: ({ number }) => number,
    })
    .chain((found) =>
      fc
        .array(fc.constantFrom(...STRENGTHS), { maxLength: found.length ? 6 : 0 })
        .map((strengths) =>
          found.map((source, index) => ({
            ...source,
            title: 'secret',
            url: null,
            retrievedAt: new Date(),
            ...{ chunks: 1, readChunks: [0], pages: [] as number[] },
            facts: strengths.flatMap((strength, at) =>
              at % found.length === index
                ? [{ number: at + 1, source: source.number, quote: 'secret', strength }]
                : [],
            ),
          })),
        ),
    );

  it('no claim points to a line or a source that is not in the same reply, nor tells a stranger what is private', () => {
    let claimed = 0;
    const property = fc.property(
      lines,
      sources,
      fc.boolean(),
      fc.boolean(),
      (all, read, ...who) => {
        const [isOwner, showsSources] = who;
        const row = { showsSources, linesRewritten: 0, linesCut: 0, linesUnread: 0 } as PodcastRow;
        const rows = all as LineRow[];
        const shown = presentSources(row, read as ReadSource[], rows, isOwner);
        const { segments } = transcriptOf({ row: { ...row, voice1Name: 'Ann' }, lines: rows });
        for (const claim of shown.claims) {
          claimed++;
          expect(segments[claim.line]?.startTime).toBe(claim.start);
          const source = shown.sources.find(({ id }) => id === claim.sourceId);
          expect(source).toBeDefined();
          const isHidden = source?.isPrivate && !isOwner && !showsSources;
          expect([claim.quote, source?.title === 'secret']).toEqual(
            isHidden ? [null, false] : ['secret', true],
          );
        }
        const pairs = shown.claims.map(({ line, fact }) => `${line} ${fact}`);
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(shown.counts.lines).toBe(segments.length);
        const { sourced, opinions } = shown.counts;
        expect(sourced + opinions).toBeLessThanOrEqual(segments.length);
      },
    );
    fc.assert(property);
    expect(claimed).toBeGreaterThan(20);
  });
});
