import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readlink, writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { s3Standin } from '../../../standins/s3/s3.ts';
import { describeStorage } from '../../testing/describeStorage.ts';
import { serveStandin } from '../../testing/standin.ts';
import type { ProviderFailure } from '../kit/provider.ts';
import { s3Storage } from './s3Storage.ts';
import type { Storage } from './storage.ts';

const open = (dir?: string) => serveStandin('s3', s3Standin, dir);
let s3: Awaited<ReturnType<typeof open>>;
let storage: Storage;

beforeEach(async () => {
  s3 = await open();
  storage = s3Storage(s3.address);
});
afterEach(() => s3.close());

const troubleOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error: ProviderFailure) => error.trouble,
  );

describeStorage(() => ({ storage, dir: s3.dir }));

describe('stored object', () => {
  test.each([
    ['wants a Content-MD5', 'md5'],
    ['does not know how to remove many at once', 'none'],
  ] as const)('objects are removed one by one from a store that %s', async (_what, bulkDelete) => {
    s3.accounts.write({ s3: { bulkDelete } });
    const keys = Array.from({ length: 25 }, (_, index) => `clips/${index}`);
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from(key), 'text/plain')));
    await storage.remove([...keys, 'never there']);
    expect(await Promise.all(keys.map(storage.head))).toEqual(keys.map(() => null));
    await storage.put('last', Buffer.from('l'), 'text/plain');
    s3.faults.write({ s3: { garbage: 1 } });
    expect(await troubleOf(storage.remove(['last']))).toBe('broken');
    s3.faults.write({});
    expect(await storage.head('last')).not.toBeNull();
  });

  test('an object is stored and fetched although the store says SlowDown twice each time', async () => {
    s3.accounts.write({ s3: { slowDown: 2 } });
    await storage.put('a', Buffer.from('patient'), 'text/plain');
    expect(String(await storage.get('a'))).toBe('patient');
    s3.accounts.write({ s3: { slowDown: 100 } });
    expect(await troubleOf(storage.get('a'))).toBe('busy');
  });

  test('a bucket may have dots in its name', async () => {
    s3.accounts.write({ s3: { bucket: 'duologue.example' } });
    const dotted = s3Storage(s3.address);
    await dotted.put('a', Buffer.from('a'), 'text/plain');
    const link = await dotted.link('a', { expiresIn: 60 });
    expect(await (await fetch(link)).text()).toBe('a');
    expect(await troubleOf(storage.get('a'))).toBe('refused');
  });

  test('stored objects are still there after a restart of the stand-in', async () => {
    await storage.put('clips/1', Buffer.from('kept'), 'text/plain');
    await s3.stop();
    s3 = await open(s3.dir);
    expect(String(await s3Storage(s3.address).get('clips/1'))).toBe('kept');
  });

  test('a stored object stays as it was when an upload over it breaks off', async () => {
    await storage.put('episode', Buffer.from('whole'), 'audio/mpeg');
    const upload = request(await signedPut('episode'), {
      method: 'PUT',
      headers: { 'content-length': '1000000' },
    });
    upload.on('error', () => {});
    upload.write(Buffer.alloc(1000));
    const uploads = () => readdirSync(path.join(s3.dir, 'uploads')).length;
    await expect.poll(uploads).toBe(1);
    upload.destroy();
    await expect.poll(uploads).toBe(0);
    expect(String(await storage.get('episode'))).toBe('whole');
  });

  test.each([
    '../../escaped',
    'a/../../../escaped',
    '/etc/passwd',
    'clips/%2e%2e/x',
    "Ünïcödé (1)!*'+=&?#.mp3",
    'x'.repeat(1000),
  ])('a stored object never leaves the folder, whatever its key: %s', async (key) => {
    await storage.put(key, Buffer.from(key), 'text/plain');
    expect(String(await storage.get(key))).toBe(key);
    expect(existsSync(path.join(s3.dir, '..', 'escaped'))).toBe(false);
    expect(existsSync(path.join(s3.dir, '..', '..', 'escaped'))).toBe(false);
  });
});

describe('signed link', () => {
  beforeEach(() => storage.put('e/1.mp3', Buffer.from('0123456789'), 'audio/mpeg'));

  test('a range beyond the end is answered in the words of S3', async () => {
    const reply = await fetch(await storage.link('e/1.mp3', { expiresIn: 60 }), {
      headers: { Range: 'bytes=10-' },
    });
    expect(await reply.text()).toContain('<Code>InvalidRange</Code>');
  });

  test('a link is signed for the public endpoint when there is one', async () => {
    const publicEndpoint = 'https://media.example.com';
    const link = await s3Storage({ ...s3.address, publicEndpoint }).link('e/1.mp3', {
      expiresIn: 60,
    });
    expect(link).toMatch(/^https:\/\/media\.example\.com\/episodes\/e\/1\.mp3\?/);
  });

  test('a link points to the bucket host at Amazon when no endpoint is set', async () => {
    const storage = s3Storage({ ...s3.address, endpoint: null, publicEndpoint: null });
    const link = new URL(await storage.link('e/1.mp3', { expiresIn: 43_200 }));
    expect(link.host).toBe('episodes.s3.us-east-1.amazonaws.com');
    expect(link.searchParams.get('X-Amz-Expires')).toBe('43200');
    expect([...link.searchParams.keys()].filter((name) => /checksum/i.test(name))).toEqual([]);
  });
});

describe('cross-origin rules', () => {
  const preflight = async (origin: string) =>
    fetch(await storage.link('a', { expiresIn: 60 }), {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'range',
      },
    });

  test('a bucket allows the origins of its rules and no other', async () => {
    s3.accounts.write({ s3: { origins: ['https://duologue.example'] } });
    const ours = await preflight('https://duologue.example');
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-origin')).toBe('https://duologue.example');
    const theirs = await preflight('https://evil.example');
    expect(theirs.status).toBe(403);
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
    expect(await theirs.text()).toContain('CORSResponse');
  });
});

describe('request without permission', () => {
  let link: string;
  beforeEach(async () => {
    await storage.put('e/1.mp3', Buffer.from('secret sound'), 'audio/mpeg');
    link = await storage.link('e/1.mp3', { expiresIn: 60 });
  });

  const altered = (change: (url: URL) => void) => {
    const url = new URL(link);
    change(url);
    return url.href;
  };
  const set = (name: string, value: string) => altered((url) => url.searchParams.set(name, value));

  test.each<[string, () => string, number, string]>([
    ['no signature', () => link.split('?')[0] ?? '', 403, 'AccessDenied'],
    ['half a signature', () => set('X-Amz-Signature', 'ab'), 403, 'SignatureDoesNotMatch'],
    [
      'a forged signature',
      () => set('X-Amz-Signature', 'ab'.repeat(32)),
      403,
      'SignatureDoesNotMatch',
    ],
    ['a longer lifetime', () => set('X-Amz-Expires', '9999'), 403, 'SignatureDoesNotMatch'],
    [
      'a lifetime beyond a week',
      () => set('X-Amz-Expires', '700000'),
      400,
      'AuthorizationQueryParametersError',
    ],
    [
      'another date',
      () => set('X-Amz-Date', '20200101T000000Z'),
      400,
      'AuthorizationHeaderMalformed',
    ],
    [
      'another key id',
      () => set('X-Amz-Credential', 'ME/20200101/us-east-1/s3/aws4_request'),
      403,
      'InvalidAccessKeyId',
    ],
    ['another file', () => link.replace('1.mp3', '2.mp3'), 403, 'SignatureDoesNotMatch'],
    [
      'an added header override',
      () => `${link}&response-content-type=text%2Fhtml`,
      403,
      'SignatureDoesNotMatch',
    ],
    ['no signed host', () => set('X-Amz-SignedHeaders', 'date'), 403, 'AccessDenied'],
    ['broken percent signs', () => link.replace('1.mp3', '%zz'), 400, 'InvalidURI'],
    [
      'the bucket list in place of the file',
      () => link.replace('e/1.mp3', ''),
      403,
      'SignatureDoesNotMatch',
    ],
  ])('a link with %s is refused', async (_case, url, status, code) => {
    const reply = await fetch(url());
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining('application/xml'),
    ]);
    const body = await reply.text();
    expect(body).toContain(`<Code>${code}</Code>`);
    expect(body).not.toContain('secret sound');
  });

  test.each(['PUT', 'DELETE', 'POST', 'HEAD'])(
    'a download link cannot be used for a %s request',
    async (method) => {
      const body = method === 'PUT' ? 'mine' : undefined;
      const reply = await fetch(link, { method, ...(body ? { body } : {}) });
      expect(reply.status).toBe(403);
      expect(String(await storage.get('e/1.mp3'))).toBe('secret sound');
    },
  );

  test('a signed link cannot be used at another host', async () => {
    const reply = request(link, { headers: { host: 'evil.example' } }).end();
    const answer = await new Promise<import('node:http').IncomingMessage>((resolve) =>
      reply.once('response', resolve),
    );
    expect(answer.statusCode).toBe(403);
    expect(await text(answer)).toContain('SignatureDoesNotMatch');
  });

  test('a signed link that has expired is refused', async () => {
    const client = new S3Client(clientOptions());
    const command = new GetObjectCommand({ Bucket: s3.address.bucket, Key: 'e/1.mp3' });
    const signingDate = new Date(Date.now() - 61_000);
    const reply = await fetch(await getSignedUrl(client, command, { signingDate, expiresIn: 60 }));
    expect(reply.status).toBe(403);
    expect(await reply.text()).toContain('<Message>Request has expired</Message>');
  });

  test('a client with another secret, key, bucket or region is refused', async () => {
    const strangers = [
      { secretAccessKey: 'not the secret' },
      { accessKeyId: 'SOMEBODY' },
      { bucket: 'another' },
      { region: 'eu-west-1' },
    ];
    for (const change of strangers) {
      const stranger = s3Storage({ ...s3.address, ...change });
      expect(await troubleOf(stranger.put('e/1.mp3', Buffer.from('x'), 'a/b'))).toBe('refused');
      expect(await troubleOf(stranger.get('e/1.mp3'))).toBe('refused');
    }
    expect(String(await storage.get('e/1.mp3'))).toBe('secret sound');
  });

  test('a signed upload with another body is refused', async () => {
    const signed = await captureSignedPut();
    const swapped = await fetch(signed.url, { ...signed, body: 'evil sound!!' });
    expect(swapped.status).toBe(400);
    expect(await swapped.text()).toContain('XAmzContentSHA256Mismatch');
    expect(String(await storage.get('e/1.mp3'))).toBe('secret sound');
    const honest = await fetch(signed.url, { ...signed, body: 'honest sound' });
    expect(honest.status).toBe(200);
  });

  test('a signed upload with an unsigned x-amz header is refused', async () => {
    const signed = await captureSignedPut();
    const headers = { ...signed.headers, 'x-amz-acl': 'public-read' };
    const reply = await fetch(signed.url, { ...signed, headers, body: 'honest sound' });
    expect(reply.status).toBe(403);
  });
});

describe('storage trouble', () => {
  const set = (fault: object) => s3.faults.write({ s3: fault });
  beforeEach(() => storage.put('k', Buffer.alloc(100_000, 1), 'audio/mpeg'));

  test.each([
    [{ errorRate: 1, status: 503 }, 'busy'],
    [{ errorRate: 1, status: 429 }, 'busy'],
    [{ errorRate: 1, status: 403 }, 'refused'],
    [{ errorRate: 1, status: 400 }, 'rejected'],
    [{ garbage: 1 }, 'broken'],
  ])('the storage fault %j is reported as %s by put, get and head', async (fault, trouble) => {
    set(fault);
    const calls = [storage.put('k', Buffer.from('x'), 'a/b'), storage.get('k'), storage.head('k')];
    expect(await Promise.all(calls.map(troubleOf))).toEqual([trouble, trouble, trouble]);
  });

  test('a garbage answer is never taken for a removal', async () => {
    set({ garbage: 1 });
    expect(await troubleOf(storage.remove(['k']))).toBe('broken');
    set({});
    expect(await storage.head('k')).not.toBeNull();
  });

  test('a download that is cut off is never taken for the whole file', async () => {
    set({ cut: 1 });
    expect(await troubleOf(storage.get('k'))).toBe('busy');
  });

  test('a storage answer that never comes is reported as busy after the timeout', async () => {
    set({ hang: true });
    const impatient = s3Storage({ ...s3.address, patience: 300 });
    expect(await troubleOf(impatient.get('k'))).toBe('busy');
    expect(await troubleOf(impatient.put('k', Buffer.from('x'), 'a/b'))).toBe('busy');
  });

  const ours = '/proc/self/fd';
  test.runIf(existsSync(ours))('a file that could not be sent is not left open', async () => {
    const file = path.join(s3.dir, 'episode.mp3');
    await writeFile(file, randomBytes(5_000_000));
    set({ hang: true });
    const impatient = s3Storage({ ...s3.address, patience: 300 });
    expect(await troubleOf(impatient.putFile('k', file, 'audio/mpeg'))).toBe('busy');
    const isOpen = async () => {
      const opened = readdirSync(ours).map((one) => readlink(path.join(ours, one)).catch(() => ''));
      return (await Promise.all(opened)).includes(file);
    };
    await expect.poll(isOpen).toBe(false);
  });

  test('a storage server that is down is reported as busy', async () => {
    await s3.stop();
    expect(await troubleOf(storage.get('k'))).toBe('busy');
    expect(await troubleOf(storage.put('k', Buffer.from('x'), 'a/b'))).toBe('busy');
  });

  test('a file that arrived shorter than it was sent is reported as broken', async () => {
    const careless = createServer((req, res) => {
      req.resume();
      req.on('end', () => {
        if (req.method === 'PUT') res.setHeader('ETag', '"x"').end();
        else res.setHeader('ETag', '"x"').setHeader('Content-Length', 3).end();
      });
    });
    await listen(careless);
    const file = path.join(s3.dir, 'four');
    await writeFile(file, 'four');
    const endpoint = `http://127.0.0.1:${(careless.address() as AddressInfo).port}`;
    const storage = s3Storage({ ...s3.address, endpoint });
    expect(await troubleOf(storage.putFile('k', file, 'a/b'))).toBe('broken');
    careless.close();
    careless.closeAllConnections();
  });
});

function clientOptions() {
  const { endpoint, region, accessKeyId, secretAccessKey } = s3.address;
  return {
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  };
}

function signedPut(key: string): Promise<string> {
  const command = new PutObjectCommand({ Bucket: s3.address.bucket, Key: key });
  return getSignedUrl(new S3Client(clientOptions()), command, { expiresIn: 60 });
}

/** The request that the SDK would have sent, signature and all. */
async function captureSignedPut() {
  const captured = Promise.withResolvers<{ url: string; headers: Record<string, string> }>();
  const client = new S3Client({
    ...clientOptions(),
    requestHandler: {
      async handle(request: { path: string; headers: Record<string, string> }) {
        const { host, 'content-length': _length, ...headers } = request.headers;
        captured.resolve({ url: `http://${host}${request.path}?x-id=PutObject`, headers });
        throw new Error('captured');
      },
    },
    maxAttempts: 1,
  });
  const { bucket } = s3.address;
  const command = new PutObjectCommand({ Bucket: bucket, Key: 'e/1.mp3', Body: 'honest sound' });
  await client.send(command).catch(() => undefined);
  return { method: 'PUT', ...(await captured.promise) };
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
}
