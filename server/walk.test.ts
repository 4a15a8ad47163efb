import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import NodeID3 from 'node-id3';
import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listening, podcast as podcastSchema } from '#shared/episode.ts';
import { receipt } from '#shared/order.ts';
import { chapters, transcript } from '#shared/script.ts';
import { openDesk } from './audio/desk.ts';
import { findFfmpeg } from './audio/find.ts';
import { eventually } from './testing/eventually.ts';
import { openWorld, type World } from './testing/world.ts';

/* One order lived through by HTTP alone, from the form to the listen page, and then measured. */

const TOPIC = 'Why the sea glows at night';
/** Every name that was looked up and every address that answered, from the first line on. */
const spokenTo = new Set<string | undefined>();
subscribe('net.client.socket', (message) => {
  const { socket } = message as { socket: Socket };
  socket.once('lookup', (_error, _address, _family, host) => spokenTo.add(host));
  socket.once('connect', () => spokenTo.add(socket.remoteAddress));
});
let world: World;
let buyer: Awaited<ReturnType<World['buyer']>>;
let episode: ReturnType<typeof podcastSchema.parse>;
let orderId: string;

beforeAll(async () => {
  world = await openWorld();
  buyer = await world.buyer();
  const { visitor, email } = buyer;
  const { body } = await visitor.get('/api/voices').expect(200);
  const voices = body.voices as { id: string; gender: string }[];
  const woman = voices.find((voice) => voice.gender === 'Female');
  const man = voices.find((voice) => voice.gender === 'Male');
  const request = {
    topic: TOPIC,
    style: 'Debate',
    tone: 'Funny',
    duration: 10,
    voice1Id: woman?.id,
    voice2Id: man?.id,
    email,
  };
  const placed = await visitor.post('/api/orders').send(request).expect(201);
  orderId = placed.body.order.id;
  const checkout = await visitor.post(`/api/orders/${orderId}/checkout`).expect(200);
  await world.pay(checkout.body.transactionId);
  const publicId = await eventually('the order is paid', async () => {
    const { body } = await visitor.get(`/api/orders/${orderId}`);
    return body.order.podcast?.publicId as string | undefined;
  });
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
afterAll(() => world.close());

const token = () => new URL(episode.listenUrl, 'http://x').searchParams.get('episode') ?? '';

describe('a paid order', () => {
  it('becomes an episode of the minutes bought, within 3 %', () => {
    expect(episode).toMatchObject({ status: 'completed', topic: TOPIC, amountPaid: 399 });
    expect(episode.durationSeconds).toBeGreaterThan(582);
    expect(episode.durationSeconds).toBeLessThan(618);
  });

  it('usability 21, 22 and 23: is an MP3 of that length, titled, at the house’s loudness, served by range', async () => {
    const { visitor } = buyer;
    const head = await visitor.head(`/media/${token()}/episode.mp3`).expect(200);
    expect(head.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' });
    const { headers } = await visitor.get(`/media/${token()}/episode.mp3`).expect(302);
    const link = String(headers.location);
    const part = await fetch(link, { headers: { range: 'bytes=1000-1999' } });
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 1000]);

    const folder = await mkdtemp(path.join(tmpdir(), 'duologue-walk-'));
    const file = path.join(folder, 'episode.mp3');
    const whole = Buffer.from(await (await fetch(link)).arrayBuffer());
    expect(String(whole.length)).toBe(head.headers['content-length']);
    expect(NodeID3.read(whole)).toMatchObject({
      title: episode.title,
      artist: `${episode.voice1Name} and ${episode.voice2Name}`,
      image: { mime: 'image/jpeg' },
    });
    await writeFile(file, whole);
    const desk = openDesk({ ffmpeg: (await findFfmpeg(null)).path });
    const measured = await desk.measure(file, AbortSignal.timeout(60_000));
    await rm(folder, { recursive: true });
    expect(measured.seconds).toBeCloseTo(episode.durationSeconds ?? 0, 1);
    expect(Math.abs(measured.loudness + 16)).toBeLessThanOrEqual(1);
    expect(measured.truePeak).toBeLessThanOrEqual(-1);
  });

  it('usability 22: has a transcript in which both hosts talk, in order, to the end', async () => {
    const { body } = await world.visitor().get(`/media/${token()}/transcript.json`).expect(200);
    const { segments } = transcript.parse(body);
    expect(new Set(segments.map(({ speaker }) => speaker)).size).toBe(2);
    for (const [index, segment] of segments.entries()) {
      expect(segment.startTime).toBeGreaterThanOrEqual(segments[index - 1]?.endTime ?? 0);
    }
    expect(segments.at(-1)?.endTime).toBeGreaterThan((episode.durationSeconds ?? 0) - 5);
    const vtt = await world.visitor().get(`/media/${token()}/transcript.vtt`).expect(200);
    expect(vtt.text).toMatch(/^WEBVTT\n\n00:00:00\.\d{3} --> /);
    expect(vtt.text).toContain(`<v ${episode.voice1Name}>`);
  });

  it('stands in the buyer’s feed, and every address there gives an app what the feed says', async () => {
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

  it('has chapters that cover all of it, and a cover', async () => {
    const { text } = await world.visitor().get(`/media/${token()}/chapters.json`).expect(200);
    const list = chapters.parse(JSON.parse(text)).chapters;
    expect(list.length).toBeGreaterThan(2);
    expect(list[0]?.startTime).toBe(0);
    expect(list.at(-1)?.endTime).toBeCloseTo(episode.durationSeconds ?? 0, 1);
    const cover = await world.visitor().get(`/media/${token()}/cover.jpg`).expect(200);
    expect(cover.headers['content-type']).toBe('image/jpeg');
  });

  it('usability 20: is told of in one letter within a minute, whose link opens the listen page without an account', async () => {
    const letters = await eventually('the letter', async () => {
      const mails = (await world.mailbox()).filter(({ subject }) => /ready/.test(subject));
      return mails.length > 0 && mails;
    });
    expect(letters).toHaveLength(1);
    expect(letters[0]?.to).toContain(buyer.email);
    expect(letters[0]?.text).toContain(`/listen?episode=${token()}`);
    expect(letters[0]?.text).toContain('Total: $3.99');
    expect(letters[0]?.text).toContain(`/dashboard?receipt=${orderId}`);
    const { body } = await world.visitor().get(`/api/listen/${token()}`).expect(200);
    expect(listening.parse(body).episode).toMatchObject({ status: 'completed', isOwner: false });
  });

  it('was bought once: one outline, each line once, one charge', async () => {
    const entries = await world.ledger();
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
    const spoken = of('speech').map((entry) => JSON.stringify({ ...entry, at: '' }));
    expect(new Set(spoken).size).toBe(spoken.length);
    expect(of('llm').filter((entry) => 'call' in entry && entry.call === 'outline')).toHaveLength(
      1,
    );
    expect(of('charge')).toMatchObject([{ orderId, cents: 399 }]);
  });

  it('has a receipt with the length that was measured', async () => {
    const { body } = await buyer.visitor.get(`/api/orders/${orderId}/receipt`).expect(200);
    expect(receipt.parse(body.receipt)).toMatchObject({
      title: episode.title,
      durationSeconds: episode.durationSeconds,
      total: 399,
      status: 'paid',
    });
  });

  it('security 30: asked nobody but the providers that are configured, all of them here', () => {
    expect(spokenTo.size).toBeGreaterThan(0);
    expect(
      [...spokenTo].filter((host) => !/^(localhost|127\.0\.0\.1|::1)$/.test(host ?? '')),
    ).toEqual([]);
  });

  it('is nobody else’s to see by its public id', async () => {
    const { visitor: stranger } = await world.buyer();
    await stranger.get(`/api/podcasts/${episode.publicId}`).expect(404);
    await stranger.get(`/api/listen/${episode.publicId}`).expect(404);
    await buyer.visitor.get(`/api/listen/${episode.publicId}`).expect(200);
  });

  it('counts in the account’s month', async () => {
    const { rows } = await world.db.execute(
      sql`select monthly_podcasts_generated as n, has_made_first_purchase as bought from users
          where email = ${buyer.email}`,
    );
    expect(rows).toEqual([{ n: 1, bought: true }]);
  });
});
