import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { voiceList } from '#shared/voices.ts';
import { routerOf } from '../../base/http/endpoint.ts';
import { errorHandler } from '../../base/http/errors.ts';
import type { Voices } from './catalogue.ts';
import { describeKnown } from './fixtures.ts';
import { voiceEndpoints } from './routes.ts';

const known = describeKnown();
const [first] = known;
if (!first) throw new Error('no voices');
const mp3 = Buffer.from(Array.from({ length: 1_000 }, (_, at) => at % 251));

const voices: Voices = {
  list: async () => known,
  find: async (id) => known.find((voice) => voice.id === id) ?? null,
  sample: () => Promise.reject(new Error('not for browsers')),
  sampleMp3: async (id) => (id === first.id ? mp3 : null),
  hasSample: async (id) => id === first.id,
};
const browser = supertest(express().use(routerOf(voiceEndpoints(voices, 'anyone')), errorHandler));
const sample = `/api/voices/${first.id}/sample.mp3`;
const avatar = (id: string) => browser.get(`/api/voices/${id}/avatar.svg`);

test('the voice list is complete and answers 304 to a browser that has it', async () => {
  const reply = await browser.get('/api/voices').expect(200);
  expect(voiceList.parse(reply.body).voices).toEqual(known);
  expect(reply.headers['cache-control']).toContain('max-age=');
  const again = browser.get('/api/voices').set('If-None-Match', reply.headers.etag ?? '');
  await again.expect(304);
});

test('an empty list is answered as one, and not kept by the browser', async () => {
  const empty = express().use(
    routerOf(voiceEndpoints({ ...voices, list: async () => [] }, 'anyone')),
  );
  const reply = await supertest(empty).get('/api/voices').expect(200, { voices: [] });
  expect(reply.headers['cache-control']).toBe('no-cache');
});

test('a sample is sent whole, is cached for a week and answers 304 when unchanged', async () => {
  const reply = await browser.get(sample).expect(200).expect('Content-Type', 'audio/mpeg');
  expect(reply.body).toEqual(mp3);
  expect(reply.headers['accept-ranges']).toBe('bytes');
  expect(reply.headers['cache-control']).toContain('max-age=604800');
  await browser
    .get(sample)
    .set('If-None-Match', reply.headers.etag ?? '')
    .expect(304);
});

test.each([
  ['bytes=0-1', 0, 2],
  ['bytes=990-', 990, 1_000],
  ['bytes=-5', 995, 1_000],
  ['bytes=900-5000', 900, 1_000],
])('the range %s of a sample gives exactly those bytes', async (range, from, to) => {
  const reply = await browser.get(sample).set('Range', range).expect(206);
  expect(reply.body).toEqual(mp3.subarray(from, to));
  expect(reply.headers['content-range']).toBe(`bytes ${from}-${to - 1}/1000`);
});

test('a range beyond a sample answers 416, and one of an older sample gives the whole', async () => {
  const beyond = await browser.get(sample).set('Range', 'bytes=2000-').expect(416);
  expect(beyond.headers['content-range']).toBe('bytes */1000');
  await browser.get(sample).set('Range', 'bytes=0-1').set('If-Range', '"old"').expect(200);
});

test('an unknown voice answers 404 with a message', async () => {
  for (const place of ['sample.mp3', 'avatar.svg']) {
    const reply = await browser.get(`/api/voices/nobody/${place}`).expect(404);
    expect(reply.body).toMatchObject({ code: 'not_found', message: 'There is no such voice' });
  }
});

test('every voice has an avatar of its own, always the same', async () => {
  const prints = await Promise.all(known.map(async ({ id }) => String((await avatar(id)).body)));
  expect(new Set(prints).size).toBe(known.length);
  const again = await avatar(first.id).expect('Content-Type', /^image\/svg\+xml/);
  expect(String(again.body)).toBe(prints[0]);
});
