import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, createServer as createVite, type InlineConfig } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { brand, colours } from '#shared/brand.ts';
import { INLINE_SCRIPT } from '#shared/inlineScript.ts';
import { files } from './files.ts';
import { documentPlugin } from './plugin.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'duologue-document-'));
  const html =
    '<!doctype html><html><head><!--head--></head><body><div id="root"></div></body></html>';
  await writeFile(path.join(root, 'index.html'), html);
  await build(options());
}, 60_000);
afterAll(() => rm(root, { recursive: true }));

const options = (): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'silent',
  plugins: [documentPlugin()],
});

test('the built document contains the brand and leaves each page’s head to the server', async () => {
  const html = await readFile(path.join(root, 'dist/index.html'), 'utf8');
  expect(html.match(/<!--head-->/g)).toHaveLength(1);
  expect(html.match(/<div id="root"><\/div>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<title|"description"|og:/);
  expect(html).toContain(`content="${colours.ground[0]}"`);
  expect(html).toContain(`content="${colours.ground[1]}"`);
  expect(html).toContain(`<noscript>${brand.name} needs JavaScript`);
  // To the letter, because the security headers allow it by its hash.
  expect(html).toContain(`<script>${INLINE_SCRIPT}</script>`);
});

test('everything the document links to is built beside it', async () => {
  const html = await readFile(path.join(root, 'dist/index.html'), 'utf8');
  const linked = [...html.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href);
  expect(linked).toHaveLength(3);
  for (const address of [...linked, ...Object.keys(files)]) {
    const file = await readFile(path.join(root, 'dist', String(address)));
    expect(file.length, String(address)).toBeGreaterThan(100);
  }
});

test('the dev server serves the same files', async () => {
  const vite = await createVite({
    ...options(),
    appType: 'custom',
    server: { middlewareMode: true, ws: false },
  });
  const server = createServer(vite.middlewares).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    server.close();
    server.closeAllConnections();
    await vite.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [address, make] of Object.entries(files)) {
    const reply = await fetch(`http://127.0.0.1:${port}${address}?v=1`);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toMatch(/^(image|application)\//);
    const body = Buffer.from(await reply.arrayBuffer());
    expect(body.equals(Buffer.from(await make()))).toBe(true);
  }
  expect((await fetch(`http://127.0.0.1:${port}/toString`)).status).toBe(404);
  const html = await vite.transformIndexHtml('/', '<head><link href="../node_modules/x"></head>');
  expect(html).toContain(`href="/@fs/`);
  expect(html).toContain('rel="icon"');
}, 60_000);
