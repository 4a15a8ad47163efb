import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcript } from '#shared/script.ts';
import { podcasts, users } from '../../base/db/tables.ts';
import { s3Storage } from '../../base/files/s3Storage.ts';
import { aFinishedPodcast } from '../../testing/builders.ts';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

const MADE_BY_A_MODEL = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: false });
});
afterAll(() => app.close());

async function anEpisode() {
  const { visitor, email } = await app.buyer();
  const [user] = await app.db.select().from(users).where(eq(users.email, email));
  if (!user) throw new Error('no account was made');
  return { visitor, ...(await aFinishedPodcast(app.db, user.id)) };
}

describe('media for other sites', () => {
  it('what only an owner’s session opens can be read on our own pages alone', async () => {
    const { visitor, publicId, emailToken } = await anEpisode();
    const owners = await visitor.get(`/media/${publicId}/transcript.json`).expect(200);
    expect(owners.headers).not.toHaveProperty('access-control-allow-origin');
    expect(owners.headers['cross-origin-resource-policy']).toBe('same-origin');
    // What is opened to any site is opened without the session, to which it is nothing.
    const strangers = await app.visitor().get(`/media/${publicId}/transcript.json`).expect(404);
    expect(strangers.text).not.toContain('tides');
    const shared = await app.visitor().get(`/media/${emailToken}/transcript.json`).expect(200);
    expect(shared.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(shared.headers).not.toHaveProperty('access-control-allow-credentials');
  });
});

describe('HEAD of media', () => {
  it('an episode has the ETag and the date on HEAD that it has where GET leads', async () => {
    const { emailToken, audioKey, publicId } = await anEpisode();
    const { s3 } = await (await fetch(`${app.url}/standins/addresses`)).json();
    await s3Storage(s3).put(audioKey ?? '', Buffer.from('sound'), 'audio/mpeg');
    for (const name of ['episode.mp3', 'file/why-tides-turn.mp3']) {
      const address = `${app.url}/media/${emailToken}/${name}`;
      const head = await fetch(address, { method: 'HEAD' });
      const get = await fetch(address);
      expect(await get.text()).toBe('sound');
      for (const header of ['etag', 'last-modified', 'content-type', 'accept-ranges']) {
        expect([header, head.headers.get(header)]).toEqual([header, get.headers.get(header)]);
      }
      expect(head.headers.get('etag')).toMatch(/^"\w+"$/);
      expect(head.headers.get('last-modified')).toMatch(/GMT$/);
    }
    await s3Storage(s3).put(`episodes/${publicId}/cover.jpg`, Buffer.from('jpeg'), 'image/jpeg');
    for (const name of ['cover.jpg', 'transcript.json', 'transcript.vtt', 'chapters.json']) {
      const address = `${app.url}/media/${emailToken}/${name}`;
      const head = await fetch(address, { method: 'HEAD' });
      expect([name, head.headers.get('etag')]).toEqual([name, expect.stringMatching(/^W\/"/)]);
      expect(head.headers.get('etag')).toBe((await fetch(address)).headers.get('etag'));
    }
  });

  it('HEAD returns an episode’s length even when the bucket is unreachable', async () => {
    const { emailToken } = await anEpisode();
    await app.setFaults({ s3: { errorRate: 1, status: 403 } });
    const head = await fetch(`${app.url}/media/${emailToken}/episode.mp3`, { method: 'HEAD' });
    await app.setFaults({});
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '4811200']);
  });
});

describe('one sound, with its cover and without', () => {
  it('players stream what has no picture in it; a download and a feed have the other, by its name', async () => {
    const { id, emailToken, publicId } = await anEpisode();
    const { s3 } = await (await fetch(`${app.url}/standins/addresses`)).json();
    const put = (name: string, text: string) =>
      s3Storage(s3).put(`episodes/${publicId}/${name}`, Buffer.from(text), 'audio/mpeg');
    await put('episode.mp3', 'with the cover');
    await put('stream.mp3', 'without');
    await app.db
      .update(podcasts)
      .set({
        title: '海はなぜ光るのか',
        audioKey: `episodes/${publicId}/episode.mp3`,
        audioBytes: 14,
        streamBytes: 7,
      })
      .where(eq(podcasts.id, id));
    const named = `attachment; filename=episode.mp3; filename*=UTF-8''${encodeURIComponent('海はなぜ光るのか.mp3')}`;
    for (const [path, text, disposition] of [
      ['episode.mp3', 'without', null],
      ['episode.mp3?download=1', 'with the cover', named],
      ['file/why-tides-turn.mp3', 'with the cover', named],
    ] as const) {
      const address = `${app.url}/media/${emailToken}/${path}`;
      const get = await fetch(address);
      expect([path, await get.text(), get.headers.get('content-disposition')]).toEqual([
        path,
        text,
        disposition,
      ]);
      const part = await fetch(address, { headers: { range: 'bytes=2-4' } });
      expect([path, part.status, await part.text()]).toEqual([path, 206, text.slice(2, 5)]);
      if (path.includes('?')) continue;
      const head = await fetch(address, { method: 'HEAD' });
      for (const header of ['etag', 'content-length']) {
        expect([path, head.headers.get(header)]).toEqual([path, get.headers.get(header)]);
      }
    }
  });
});

describe('mark for machines', () => {
  it('a transcript in JSON says in a field that a machine made what it is of', async () => {
    const { emailToken } = await anEpisode();
    const { body } = await app.visitor().get(`/media/${emailToken}/transcript.json`).expect(200);
    expect(body.digitalSourceType).toBe(MADE_BY_A_MODEL);
    expect(transcript.parse(body).segments).toHaveLength(2);
  });

  it('a transcript in WebVTT says it in a note before its first line, which players leave out', async () => {
    const { emailToken } = await anEpisode();
    const { text } = await app.visitor().get(`/media/${emailToken}/transcript.vtt`).expect(200);
    const [signature, note = '', ...cues] = text.split('\n\n');
    expect(signature).toBe('WEBVTT');
    expect(note).toMatch(/^NOTE\n/);
    expect(note).toContain('AI voices');
    expect(note).toContain(MADE_BY_A_MODEL);
    expect(note).not.toContain('-->');
    expect(cues.map((cue) => cue.split('\n')[0])).toEqual([
      '00:00:00.000 --> 00:00:02.000',
      '00:00:02.500 --> 00:00:04.500',
    ]);
  });
});
