import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAID } from '../../base/bounds/fairQueue.ts';
import { type FetchOptions, openFetcher } from './fetchPage.ts';
import { startWebServer } from './testing/webServer.ts';

const PREFIX = '/standins/web/';
const handlers = new Map<string, (response: ServerResponse, request: IncomingMessage) => void>();
let server: Awaited<ReturnType<typeof startWebServer>>;

beforeEach(async () => {
  handlers.clear();
  server = await startWebServer((request, response) => {
    const handle = handlers.get(request.url ?? '');
    if (handle) handle(response, request);
    else response.setHeader('content-type', 'text/html').end('<p>reached</p>');
  });
});
afterEach(() => server.close());

async function fetchPage(link: string, options: FetchOptions = {}) {
  const fetcher = openFetcher({ totalMilliseconds: 2000, ...options });
  try {
    return await fetcher.fetchPage(PAID, link, new AbortController().signal);
  } finally {
    await fetcher.close();
  }
}

/** With the stand-in's exception in force. */
const fetchLocal = (path: string, options: FetchOptions = {}) =>
  fetchPage(`${server.origin}${path}`, {
    localPages: { origin: server.origin, pathPrefix: PREFIX },
    ...options,
  });

const serve = (
  name: string,
  handle: (response: ServerResponse, request: IncomingMessage) => void,
) => {
  handlers.set(PREFIX + name, handle);
  return PREFIX + name;
};

const tricks = (port: number): string[] =>
  [
    ...[
      '127.0.0.1',
      '2130706433',
      '0x7f000001',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '017700000001',
      '127.1',
    ],
    ...[
      '127.0.1',
      '0',
      '0.0.0.0',
      '127.0.0.1.',
      'localhost',
      'localhost.',
      'LOCALHOST',
      'a.localhost',
    ],
    ...[
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::127.0.0.1]',
    ],
    ...['[64:ff9b::7f00:1]', '[2002:7f00:1::]', '[fe80::1%25lo]', '１２７.０.０.１', '①②⑦.⓪.⓪.①'],
    ...[
      '127。0。0。1',
      '%31%32%37.0.0.1',
      'user@127.0.0.1',
      'example.com@127.0.0.1',
      ':p@127.0.0.1',
    ],
    ...[
      'example.com:80@127.0.0.1',
      '127.0.0.1\\@example.com',
      'wiki',
      'db.internal',
      'printer.local',
    ],
    ...[
      'rebind.example',
      'rebind.example.',
      '169.254.169.254',
      '[fd00:ec2::254]',
      '10.0.0.1',
      '192.168.0.1',
    ],
  ].flatMap((host) => [`http://${host}:${port}/`, `http://${host}/`, `https://${host}/`]);

const OTHER_TRICKS = [
  ...[
    '',
    ' ',
    'nothing',
    'http://',
    'http:///',
    'https://?',
    'http://[',
    'http://256.1.1.1/',
    '//127.0.0.1',
  ],
  ...[
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/html,hi',
  ],
  ...['javascript:alert(1)', 'blob:http://example.com/1', 'dict://127.0.0.1/', 'ws://example.com/'],
  ...[
    'http://example.com:22/',
    'https://example.com:6379/',
    'http://example.com:443/',
    'https://example.com:80/',
  ],
  ...[
    'http://example.com/\r\nHost: 127.0.0.1',
    'http://127.0.0.1\r\n.example.com/',
    'http://exa\tmple.com/',
  ],
  ...[
    'http://example.com /',
    'http://exam\u200Bple.com/',
    `http://example.com/${'a'.repeat(3000)}`,
  ],
];

describe('what is not on the public web', () => {
  const inward = () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]);

  it.each(['with production settings', 'beside a stand-in'])(
    'is not reached %s',
    async (setting) => {
      const localPages = { origin: server.origin, pathPrefix: PREFIX };
      const options = setting === 'beside a stand-in' ? { localPages } : {};
      const links = [...tricks(server.port), ...OTHER_TRICKS];
      expect(links.length).toBeGreaterThan(40);
      for (const link of links) {
        await expect(fetchPage(link, { ...options, resolve: inward }), link).rejects.toMatchObject({
          name: 'NotRead',
          reason: expect.stringMatching(/^not-(public|an-address)$/),
        });
      }
      expect(server.connections()).toBe(0);
    },
  );

  it.each([
    ...[
      '/',
      '/admin',
      '/standins/',
      '/standins/web',
      '/standins/webber/',
      '/standins/web/../admin',
    ],
    ...['/standins/web/%2e%2e/admin', '/standins/web/..%2fadmin', '/standins/web/%252e%252e/admin'],
    ...[
      '/standins/web/..%5cadmin',
      '/standins/web\\..\\admin',
      '//standins/web/',
      '/STANDINS/web/',
    ],
  ])('stays out of reach beside a stand-in at %s', async (path) => {
    await expect(fetchLocal(path)).rejects.toMatchObject({ reason: 'not-public' });
    expect(server.connections()).toBe(0);
  });

  it.each([301, 302, 303, 307, 308])('is not reached by a redirect with %i', async (status) => {
    const path = `${PREFIX}start`;
    const targets = [
      ...[
        '/secret',
        '../../secret',
        '//127.0.0.1/secret',
        'http://169.254.169.254/latest/meta-data/',
      ],
      ...[`http://localhost:${server.port}/secret`, `http://[::1]:${server.port}/secret`],
      ...[
        'file:///etc/passwd',
        'gopher://127.0.0.1/',
        'http://user:pass@example.com/',
        'http://[',
        '',
      ],
      `http://2130706433:${server.port}/secret`,
    ];
    for (const location of targets) {
      handlers.set(path, (response) => response.writeHead(status, { location }).end());
      await expect(fetchLocal(path), location).rejects.toMatchObject({ name: 'NotRead' });
    }
    expect(new Set(server.hits)).toEqual(new Set([path]));
  });
});

describe('a redirect', () => {
  it('is followed five times and no more', async () => {
    for (let step = 0; step < 6; step += 1) {
      serve(`${step}`, (response) => response.writeHead(302, { location: `${step + 1}` }).end());
    }
    expect((await fetchLocal(`${PREFIX}1`)).url.pathname).toBe(`${PREFIX}6`);
    server.hits.length = 0;
    await expect(fetchLocal(`${PREFIX}0`)).rejects.toMatchObject({ reason: 'not-reachable' });
    expect(server.hits).toHaveLength(6);
  });

  it('to itself ends', async () => {
    const path = serve('loop', (response) => response.writeHead(301, { location: 'loop' }).end());
    await expect(fetchLocal(path)).rejects.toMatchObject({ reason: 'not-reachable' });
  });
});

describe('a hostile answer', () => {
  const html = { 'content-type': 'text/html' };
  const drip = (response: ServerResponse, chunk: Buffer, milliseconds: number) => {
    const dripping = setInterval(() => response.write(chunk), milliseconds);
    response.on('close', () => clearInterval(dripping));
  };

  type Hostile = [name: string, reason: string, handle: (response: ServerResponse) => void];
  it.each<Hostile>([
    [
      'a gzip bomb',
      'too-large',
      (response: ServerResponse) => {
        response.writeHead(200, { ...html, 'content-encoding': 'gzip' });
        response.end(gzipSync(Buffer.alloc(64 * 1024 * 1024)));
      },
    ],
    [
      'two encodings',
      'wrong-type',
      (response: ServerResponse) => {
        response.writeHead(200, { ...html, 'content-encoding': 'gzip, gzip' });
        response.end(gzipSync(gzipSync('a')));
      },
    ],
    [
      'a body without end',
      'too-large',
      (response: ServerResponse) => {
        response.writeHead(200, html);
        drip(response, Buffer.alloc(256 * 1024, 'a'), 1);
      },
    ],
    [
      'a slow drip',
      'too-slow',
      (response: ServerResponse) => {
        response.writeHead(200, html);
        drip(response, Buffer.from('a'), 100);
      },
    ],
    ['silence', 'too-slow', () => {}],
    [
      'a large declared length',
      'too-large',
      (response: ServerResponse) => {
        response.writeHead(200, { ...html, 'content-length': 2 ** 31 });
        response.write('a');
      },
    ],
    [
      'a length that is never reached',
      'not-reachable',
      (response: ServerResponse) => {
        response.writeHead(200, { ...html, 'content-length': 1000 });
        response.write('a', () => response.destroy());
      },
    ],
    [
      'huge headers',
      'not-reachable',
      (response: ServerResponse) => {
        response.writeHead(200, { ...html, 'x-large': 'a'.repeat(64 * 1024) }).end('a');
      },
    ],
    [
      'a broken gzip',
      'not-reachable',
      (response: ServerResponse) => {
        response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('no gzip');
      },
    ],
    [
      'a video',
      'wrong-type',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'video/mp4' }).end('a');
      },
    ],
    ['no type', 'wrong-type', (response: ServerResponse) => void response.writeHead(200).end('a')],
    [
      'a PDF that is none',
      'wrong-type',
      (response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).end('<html>');
      },
    ],
    [
      'nothing (404)',
      'gone',
      (response: ServerResponse) => void response.writeHead(404, html).end(),
    ],
    [
      'a sign-in (401)',
      'needs-sign-in',
      (response: ServerResponse) => void response.writeHead(401).end(),
    ],
    [
      'a failure (500)',
      'not-reachable',
      (response: ServerResponse) => void response.writeHead(500).end(),
    ],
  ])('%s is %s', async (_name, reason, handle) => {
    const totalMilliseconds = reason === 'too-slow' ? 500 : 20_000;
    const answer = fetchLocal(serve('page', handle), { totalMilliseconds });
    await expect(answer).rejects.toMatchObject({ name: 'NotRead', reason });
  });
});

it('asks as itself, without cookies or referrer, also after a redirect', async () => {
  const seen: IncomingMessage['headers'][] = [];
  serve('first', (response, { headers }) => {
    seen.push(headers);
    response.writeHead(302, { location: 'second', 'set-cookie': 'a=b' }).end();
  });
  const second = serve('second', (response, { headers }) => {
    seen.push(headers);
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync('<p>hello</p>'));
  });
  const page = await fetchLocal(`${PREFIX}first`);
  expect(page).toMatchObject({ kind: 'html', body: Buffer.from('<p>hello</p>') });
  expect(page.url.pathname).toBe(second);
  expect(seen).toHaveLength(2);
  for (const headers of seen) {
    expect(headers).toMatchObject({
      'user-agent': expect.stringMatching(/^Duologue\//),
      'accept-encoding': 'gzip, br',
    });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['cookie']));
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['referer']));
  }
});

it('asks one host for one page at a time', async () => {
  let open = 0;
  let most = 0;
  const path = serve('page', (response) => {
    open += 1;
    most = Math.max(most, open);
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.write('begun', () => {
      setImmediate(() => {
        open -= 1;
        response.end();
      });
    });
  });
  const localPages = { origin: server.origin, pathPrefix: PREFIX };
  const fetcher = openFetcher({ localPages });
  const { signal } = new AbortController();
  const fetches = Array.from({ length: 5 }, () =>
    fetcher.fetchPage(PAID, server.origin + path, signal),
  );
  expect(await Promise.all(fetches)).toHaveLength(5);
  expect(most).toBe(1);
  await fetcher.close();
});

it('an abort ends the fetch with its own reason', async () => {
  const controller = new AbortController();
  const reason = new Error('the listener went away');
  const path = serve('page', () => controller.abort(reason));
  const fetcher = openFetcher({ localPages: { origin: server.origin, pathPrefix: PREFIX } });
  await expect(fetcher.fetchPage(PAID, server.origin + path, controller.signal)).rejects.toBe(
    reason,
  );
  await fetcher.close();
});
