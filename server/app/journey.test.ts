import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import NodeID3 from 'node-id3';
import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening, podcast as podcastSchema } from '#shared/episode.ts';
import { receipt } from '#shared/order.ts';
import { chapters, transcript } from '#shared/script.ts';
import { podcasts } from '../base/db/tables.ts';
import { LONGEST_OVERLAP } from '../sound/mix/audio.ts';
import { openFfmpegEngine } from '../sound/mix/ffmpegEngine.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/testApp.ts';
import { testFfmpeg } from '../testing/testFfmpeg.ts';

/* One order over HTTP only, from the form to the listen page; the result is measured. */

const TOPIC = 'Why the sea glows at night';
/** Long enough for a section written in one call, one written in pieces, and a goodbye. */
const MINUTES = 4;
/** Every host name looked up and every address connected to, from the start. */
const spokenTo = new Set<string | undefined>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('lookup', (_error, _address, _family, host) => spokenTo.add(host));
  socket.once('connect', () => spokenTo.add(socket.remoteAddress));
});
let app: TestApp;
let buyer: Awaited<ReturnType<TestApp['buyer']>>;
let episode: ReturnType<typeof podcastSchema.parse>;
let orderId: string;

beforeAll(async () => {
  app = await openTestApp();
  buyer = await app.buyer();
  const { visitor } = buyer;
  const { body } = await visitor.get('/api/voices').expect(200);
  const voices = body.voices as { id: string; gender: string }[];
  const idOf = (gender: string) => String(voices.find((one) => one.gender === gender)?.id);
  const pair = { voice1Id: idOf('Female'), voice2Id: idOf('Male') };
  await app.makeAtMost(MINUTES);
  const order = await buyer.order({ topic: TOPIC, style: 'Debate', tone: 'Funny', ...pair });
  orderId = order.id;
  await order.pay();
  const publicId = await eventually(
    'the order is paid',
    async () => (await order.find()).podcast?.publicId,
  );
  episode = await eventually(
    'the episode is completed',
    async () => {
      const { body } = await visitor.get(`/api/podcasts/${publicId}`).expect(200);
      const podcast = podcastSchema.parse(body.podcast);
      return podcast.status !== 'processing' && podcast;
    },
    150,
  );
}, 180_000);
afterAll(() => app.close());

async function rowOf(publicId: string) {
  const [row] = await app.db.select().from(podcasts).where(eq(podcasts.publicId, publicId));
  if (!row) throw new Error(`there is no episode ${publicId}`);
  return row;
}
const token = () => new URL(episode.listenUrl, 'http://x').searchParams.get('episode') ?? '';

describe('buyer journey', () => {
  it('a paid order becomes an episode of the minutes in the order, within 3 %', () => {
    expect(episode).toMatchObject({ status: 'completed', topic: TOPIC, amountPaid: 399 });
    const error = Number(episode.durationSeconds) / (MINUTES * 60) - 1;
    expect(Math.abs(error)).toBeLessThanOrEqual(0.03);
  });

  it('the MP3 has that length, -16 LUFS, a true peak below -1 dBTP, title and cover, and is served by range', async () => {
    const { visitor } = buyer;
    const head = await visitor.head(`/media/${token()}/episode.mp3`).expect(200);
    expect(head.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' });
    const { headers } = await visitor.get(`/media/${token()}/episode.mp3`).expect(302);
    const link = String(headers.location);
    const part = await fetch(link, { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1000]);

    const folder = await mkdtemp(path.join(tmpdir(), 'duologue-journey-'));
    const file = path.join(folder, 'episode.mp3');
    const whole = Buffer.from(await (await fetch(link)).arrayBuffer());
    expect(String(whole.length)).toBe(head.headers['content-length']);
    const artist = `${episode.voice1Name} and ${episode.voice2Name}`;
    const { raw: _, ...streamed } = NodeID3.read(whole);
    expect(streamed).toMatchObject({ title: episode.title, artist });
    expect(streamed).not.toHaveProperty('image');
    // What is kept is the same, with its cover in it.
    const download = await visitor.get(`/media/${token()}/episode.mp3?download=1`).expect(302);
    const kept = Buffer.from(await (await fetch(String(download.headers.location))).arrayBuffer());
    const { raw: __, image, ...others } = NodeID3.read(kept);
    expect(image).toMatchObject({ mime: 'image/jpeg' });
    expect(others).toEqual(streamed);
    expect(kept.subarray(-1_000_000)).toEqual(whole.subarray(-1_000_000));
    await writeFile(file, whole);
    const audio = openFfmpegEngine({ ffmpeg: await testFfmpeg() });
    const measured = await audio.measure(file, AbortSignal.timeout(60_000));
    await rm(folder, { recursive: true });
    expect(measured.seconds).toBeCloseTo(episode.durationSeconds ?? 0, 1);
    expect(Math.abs(measured.loudness + 16)).toBeLessThanOrEqual(1);
    expect(measured.truePeak).toBeLessThanOrEqual(-1);
  });

  it('the transcript has both hosts, in order, to the end of the episode', async () => {
    const { body } = await app.visitor().get(`/media/${token()}/transcript.json`).expect(200);
    const { segments } = transcript.parse(body);
    expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(2);
    for (const [index, segment] of segments.entries()) {
      const before = segments[index - 1];
      expect(segment.startTime).toBeGreaterThanOrEqual(before?.startTime ?? 0);
      // A reaction may lie over the end of the other host's line.
      const earliest = (before?.endTime ?? 0) - LONGEST_OVERLAP / 1000;
      expect(segment.startTime).toBeGreaterThanOrEqual(earliest);
    }
    expect(segments.at(-1)?.endTime).toBeGreaterThan((episode.durationSeconds ?? 0) - 5);
    const vtt = await app.visitor().get(`/media/${token()}/transcript.vtt`).expect(200);
    expect(vtt.text).toMatch(/^WEBVTT\n\nNOTE\n(.+\n)+\n00:00:00\.\d{3} --> /);
    expect(vtt.text).toContain(`<v ${episode.voice1Name}>`);
  });

  it('the episode is in the buyer’s feed, and every address there gives what the feed says', async () => {
    const { body } = await buyer.visitor.get('/api/account/feed').expect(200);
    const feed = parseFeed(await (await fetch(body.feedUrl)).text());
    expect(feed?.items).toHaveLength(1);
    for (const { enclosure, podcastTranscripts, podcastChapters } of feed?.items ?? []) {
      const head = await fetch(enclosure.url, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String(enclosure.length));
      expect(head.headers.get('content-type')).toBe(enclosure.type);
      const last = { headers: { range: `bytes=${enclosure.length - 100}-` } };
      const end = await fetch(enclosure.url, last);
      expect([end.status, (await end.arrayBuffer()).byteLength]).toEqual([206, 100]);
      expect(end.headers.get('content-range')).toMatch(new RegExp(`/${enclosure.length}$`));
      const given = [...(podcastTranscripts ?? []), podcastChapters];
      expect(given.map((one) => one?.type)).toEqual([
        'text/vtt',
        'application/json',
        'application/json+chapters',
      ]);
      for (const one of given) {
        const reply = await fetch(String(one?.url));
        expect([reply.status, reply.headers.get('content-type')]).toEqual([
          200,
          expect.stringContaining(String(one?.type)),
        ]);
      }
    }
  });

  it('the outline’s sections are the chapters, which cover the whole episode, and it has a cover', async () => {
    const { text } = await app.visitor().get(`/media/${token()}/chapters.json`).expect(200);
    const list = chapters.parse(JSON.parse(text)).chapters;
    const { outline } = await rowOf(episode.publicId);
    expect(list.length).toBeGreaterThan(2);
    expect(list.map(({ title }) => title)).toEqual(outline?.sections.map(({ title }) => title));
    expect(list[0]?.startTime).toBe(0);
    expect(list.at(-1)?.endTime).toBeCloseTo(episode.durationSeconds ?? 0, 1);
    const cover = await app.visitor().get(`/media/${token()}/cover.jpg`).expect(200);
    expect(cover.headers['content-type']).toBe('image/jpeg');
  });

  it('one email within a minute has a link that opens the listen page without an account', async () => {
    const emails = await eventually('the email', async () => {
      const mails = (await app.mailbox()).filter(({ subject }) => /ready/.test(subject));
      return mails.length > 0 && mails;
    });
    expect(emails).toHaveLength(1);
    expect(emails[0]?.to).toContain(buyer.email);
    const link = /\/listen\?episode=([\w-]+)/.exec(emails[0]?.text ?? '')?.[1];
    expect(link).not.toBe(token());
    expect(emails[0]?.text).toContain('Total: $3.99');
    expect(emails[0]?.text).toContain(`/dashboard?receipt=${orderId}`);
    const { body } = await app.visitor().get(`/api/listen/${link}`).expect(200);
    expect(listening.parse(body).episode).toMatchObject({ status: 'completed', isOwner: false });
  });

  it('one outline, each line and one charge are bought once', async () => {
    const entries = await app.purchases();
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
    const spoken = of('speech').map((entry) => JSON.stringify({ ...entry, at: '' }));
    expect(new Set(spoken).size).toBe(spoken.length);
    expect(of('llm').filter((entry) => 'call' in entry && entry.call === 'outline')).toHaveLength(
      1,
    );
    expect(of('charge')).toMatchObject([{ orderId, cents: 399 }]);
  });

  it('the receipt shows the measured length', async () => {
    const { body } = await buyer.visitor.get(`/api/orders/${orderId}/receipt`).expect(200);
    expect(receipt.parse(body.receipt)).toMatchObject({
      title: episode.title,
      durationSeconds: episode.durationSeconds,
      total: 399,
      status: 'paid',
    });
  });

  it('the product connects to no host but those of the configured providers', () => {
    expect(spokenTo.size).toBeGreaterThan(0);
    expect(
      [...spokenTo].filter((host) => !/^(localhost|127\.0\.0\.1|::1)$/.test(host ?? '')),
    ).toEqual([]);
  });

  it('another account cannot see the episode by its public id', async () => {
    const { visitor: stranger } = await app.buyer();
    await stranger.get(`/api/podcasts/${episode.publicId}`).expect(404);
    await stranger.get(`/api/listen/${episode.publicId}`).expect(404);
    await buyer.visitor.get(`/api/listen/${episode.publicId}`).expect(200);
  });

  it('the episode counts in the account’s month and as its first purchase', async () => {
    const { rows } = await app.db.execute(
      sql`select monthly_podcasts_generated as n, has_made_first_purchase as bought from users
          where email = ${buyer.email}`,
    );
    expect(rows).toEqual([{ n: 1, bought: true }]);
  });
});
