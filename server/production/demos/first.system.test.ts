import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening } from '#shared/episode.ts';
import { sampleList } from '#shared/samples.ts';
import { transcript } from '#shared/script.ts';
import { emails, orders, podcasts } from '../../base/db/tables.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

/* The finished demos of a first start, as a visitor sees them. */

let app: TestApp;
let samples: ReturnType<typeof sampleList.parse>['samples'];

const ask = async () => sampleList.parse((await app.visitor().get('/api/samples')).body);

beforeAll(async () => {
  app = await openTestApp({ env: { SAMPLES: 'on' }, writer: 'scripts' });
  samples = await eventually(
    'three demos',
    async () => {
      const list = await ask();
      return list.samples.length === 3 && list.samples;
    },
    270,
  );
}, 300_000);
afterAll(() => app.close());

describe('demos of a first start', () => {
  it('demos are within 5 % of their planned length and within 1 LU of -16 LUFS', async () => {
    const rows = await app.db.select().from(podcasts);
    expect(rows).toHaveLength(3);
    for (const { duration, durationSeconds, quality } of rows) {
      expect(Math.abs((durationSeconds ?? 0) / (duration * 60) - 1)).toBeLessThanOrEqual(0.05);
      expect(Math.abs(Number(quality?.loudness) + 16)).toBeLessThanOrEqual(1);
      expect(Number(quality?.truePeak)).toBeLessThanOrEqual(-1);
    }
  });

  it('demos create no order and no email', async () => {
    const kinds = new Set((await app.purchases()).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['llm', 'moderation', 'speech']);
    expect(await app.db.$count(orders)).toBe(0);
    expect(await app.db.$count(emails)).toBe(0);
    expect(await app.mailbox()).toEqual([]);
  });

  it('demos can be played and read without an account', async () => {
    for (const sample of samples) {
      const visitor = app.visitor();
      const { body } = await visitor.get(`/api/listen/${sample.token}`).expect(200);
      expect(listening.parse(body).episode).toMatchObject({ status: 'completed', isOwner: false });
      const head = await visitor.head(sample.audioUrl).expect(200);
      expect(Number(head.headers['content-length'])).toBeGreaterThan(100_000);
      const words = transcript.parse((await visitor.get(sample.transcriptUrl).expect(200)).body);
      const speakers = new Set(words.segments.map(({ speaker }) => speaker));
      expect([...speakers].sort()).toEqual([sample.voice1Name, sample.voice2Name].sort());
      await visitor.get(sample.coverUrl).expect(200);
    }
  });

  it('the demo list can be cached for a minute and sets no cookie', async () => {
    const { headers } = await app.buyer().then(({ visitor }) => visitor.get('/api/samples'));
    expect(headers['cache-control']).toBe('public, max-age=60');
    expect(headers['set-cookie']).toBeUndefined();
  });
});

it('the demo list without demos is empty and not cached', async () => {
  const empty = await openTestApp({ work: false });
  const { body, headers } = await empty.visitor().get('/api/samples').expect(200);
  expect(body).toEqual({ samples: [], recording: 0 });
  expect(headers['cache-control']).toBe('no-cache');
  await empty.close();
});
