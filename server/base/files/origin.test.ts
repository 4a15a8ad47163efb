import { afterEach, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/testApp.ts';

let app: TestApp | null = null;
afterEach(async () => {
  await app?.close();
  app = null;
});

const account = {
  S3_REGION: 'eu-west-1',
  S3_ACCESS_KEY_ID: 'AKIA',
  S3_SECRET_ACCESS_KEY: 'secret',
};

it.each([
  ['a bucket at Amazon', { S3_BUCKET: 'duologue' }, 'https://duologue.s3.eu-west-1.amazonaws.com'],
  // No certificate covers such a host: the SDK asks the region's own.
  ['one with dots', { S3_BUCKET: 'duologue.example' }, 'https://s3.eu-west-1.amazonaws.com'],
  [
    'one elsewhere',
    {
      S3_BUCKET: 'sound',
      S3_ENDPOINT: 'https://abc.r2.example',
      S3_PUBLIC_ENDPOINT: 'https://cdn.example',
    },
    'https://cdn.example',
  ],
])('pages may play sound from where a link to %s leads', async (_what, bucket, origin) => {
  app = await openTestApp({ work: false, env: { ...account, ...bucket } });
  const reply = await fetch(`${app.url}/healthz`);
  const policy = reply.headers.get('content-security-policy') ?? '';
  const sources = (name: string) => policy.match(new RegExp(`${name} ([^;]*)`))?.[1]?.split(' ');
  expect(sources('media-src')).toEqual(["'self'", 'blob:', origin]);
  expect(sources('connect-src')).toContain(origin);
});
