import { createHash } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import supertest from 'supertest';
import { describe, expect, it } from 'vitest';
import { INLINE_SCRIPT } from '#shared/inlineScript.ts';
import { securityHeaders } from './headers.ts';

/** The content security policy as directives, with and without the marketing pixel. */
async function policy(pixel: boolean): Promise<Map<string, string[]>> {
  const places = {
    sells: true,
    media: [],
    scripts: [],
    identity: [],
    secure: false,
    subdomains: false,
    dev: false,
  };
  // A reply of our own: Express's own 404 would replace the policy by a stricter one.
  const answer: RequestHandler = (_req, res) => void res.end();
  const app = express().use(securityHeaders({ ...places, pixel }), answer);
  const { headers } = await supertest(app).get('/');
  const directives = String(headers['content-security-policy']).split(';');
  return new Map(
    directives.map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources];
    }),
  );
}

const META = 'https://connect.facebook.net';
const BEACON = 'https://www.facebook.com';

it('with the Meta pixel, the content security policy allows its loader and its beacons', async () => {
  const allowed = await policy(true);
  expect(allowed.get('script-src')).toContain(META);
  expect(allowed.get('script-src')).not.toContain(BEACON);
  expect(allowed.get('script-src')).not.toContain("'unsafe-inline'");
  expect(allowed.get('connect-src')).toEqual(expect.arrayContaining([META, BEACON]));
  expect(allowed.get('img-src')).toContain('https:');
});

it('of inline scripts, the content security policy allows the one of the document', async () => {
  const hash = createHash('sha256').update(INLINE_SCRIPT).digest('base64');
  const sources = (await policy(false)).get('script-src') ?? [];
  expect(sources.filter((source) => /inline|sha|nonce/.test(source))).toEqual([`'sha256-${hash}'`]);
});

it('without the Meta pixel, no directive of the content security policy names Meta', async () => {
  const sources = [...(await policy(false)).values()].flat();
  expect(sources.length).toBeGreaterThan(10);
  expect(sources.filter((source) => source.includes('facebook'))).toEqual([]);
});

describe('framing', () => {
  const places = {
    sells: true,
    media: [],
    scripts: [],
    identity: [],
    secure: false,
    subdomains: false,
    dev: false,
    pixel: false,
  };
  const answer: RequestHandler = (_req, res) => void res.end();
  const app = express().use(securityHeaders(places), answer);
  const framing = async (path: string) => {
    const { headers } = await supertest(app).get(path);
    const policy = /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']));
    return [policy?.[1], headers['x-frame-options']];
  };

  it('any site may frame the embedded player', async () => {
    expect(await framing('/listen?embed=1&episode=tok')).toEqual(['*', undefined]);
    expect(await framing('/listen?episode=tok&embed=1')).toEqual(['*', undefined]);
  });

  it.each([
    '/',
    '/listen',
    '/listen?episode=tok',
    '/listen?embed=0',
    '/listen?embed=1&embed=0',
    '/listen/?embed=1',
    '//listen?embed=1',
    '/dashboard?embed=1',
    '/checkout?embed=1',
    '/dashboard?x=/listen?embed=1',
    '/api/listen?embed=1',
  ])('no site may frame %s', async (path) => {
    expect(await framing(path)).toEqual(["'none'", 'DENY']);
  });
});

describe('strict transport security', () => {
  const places = { sells: true, media: [], scripts: [], identity: [], dev: false, pixel: false };
  const answer: RequestHandler = (_req, res) => void res.end();
  const strict = async (more: { secure: boolean; subdomains: boolean }) => {
    const app = express().use(securityHeaders({ ...places, ...more }), answer);
    return (await supertest(app).get('/')).headers['strict-transport-security'];
  };

  it('https is asked of the hosts below ours only when the operator says so', async () => {
    expect(await strict({ secure: true, subdomains: false })).toBe('max-age=31536000');
    expect(await strict({ secure: true, subdomains: true })).toBe(
      'max-age=31536000; includeSubDomains',
    );
    expect(await strict({ secure: false, subdomains: true })).toBeUndefined();
  });
});

describe('use by other sites', () => {
  const places = { sells: true, media: [], scripts: [], identity: [], dev: false, pixel: false };
  const answer: RequestHandler = (_req, res) => void res.end();
  const app = express().use(
    securityHeaders({ ...places, secure: false, subdomains: false }),
    answer,
  );
  const shared = ({ headers }: supertest.Response) => [
    headers['cross-origin-resource-policy'],
    headers['access-control-allow-origin'],
    headers['access-control-allow-credentials'],
  ];
  const open = ['cross-origin', '*', undefined];
  const closed = ['same-origin', undefined, undefined];

  it.each([
    '/media/token/file/why-tides-turn.mp3',
    '/Media/token/cover.jpg',
    '/media/token/chapters.json?x=1',
    '/podcast-1400.png',
    '/icon-192.png',
    '/favicon.ico',
    '/favicon.svg',
    '/og.png',
  ])('another site may show and read %s', async (path) => {
    expect(shared(await supertest(app).get(path))).toEqual(open);
    expect(shared(await supertest(app).head(path))).toEqual(open);
    for (const method of ['options', 'post', 'put', 'delete'] as const) {
      expect([method, ...shared(await supertest(app)[method](path))]).toEqual([method, ...closed]);
    }
  });

  it.each([
    '/',
    '/listen?episode=token',
    '/feeds/token.xml',
    '/api/voices/a/avatar.svg',
    '/api/media/cover.jpg',
    '/media',
    '//media/token/cover.jpg',
    '/assets/a1.png',
    '/api?x=/media/token/cover.jpg',
  ])('no other site may read %s', async (path) => {
    expect(shared(await supertest(app).get(path))).toEqual(closed);
  });

  it('a media address asked for with a cookie is for our own pages alone, in caches too', async () => {
    const path = '/media/token/cover.jpg';
    const reply = await supertest(app).get(path).set('Cookie', 'duologue=s%3Ax.y');
    expect(shared(reply)).toEqual(closed);
    expect(reply.headers.vary).toBe('Cookie');
    expect((await supertest(app).get(path)).headers.vary).toBe('Cookie');
  });
});
