import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import { s3Storage } from '../server/base/files/s3Storage.ts';
import { smtpMailer } from '../server/mail/email/smtpMailer.ts';
import { freshAccounts } from './accounts.ts';
import { openStandins } from './standins.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Also listens on a Unix socket, which does not count as loopback. */
async function open(options: Partial<Parameters<typeof openStandins>[0]> = {}) {
  const dir = await mkdtemp(path.join(tmpdir(), 'duologue-standins-'));
  closers.push(() => rm(dir, { recursive: true, force: true }));
  const app = express();
  const server = createServer(app).listen(0, '127.0.0.1');
  const elsewhere = createServer(app).listen(path.join(dir, 'elsewhere'));
  await Promise.all([once(server, 'listening'), once(elsewhere, 'listening')]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/standins`;
  const standins = await openStandins({ dir, url, controls: true, ...options });
  app.use('/standins', standins.router);
  app.use(standins.root);
  app.use((_req, res) => void res.status(404).send('the product: nothing here'));
  closers.push(async () => {
    for (const each of [server, elsewhere]) {
      each.close();
      each.closeAllConnections();
    }
    await standins.close();
  });

  async function ask(address: string, method = 'GET', headers = {}) {
    const sent = request(new URL(pathOf(address), url), { method, headers }).end();
    return statusOf(sent);
  }
  async function askFromElsewhere(address: string, method = 'GET') {
    const socketPath = path.join(dir, 'elsewhere');
    const headers = { host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-real-ip': '127.0.0.1' };
    const sent = request({ socketPath, path: pathOf(address), method, headers }).end();
    return statusOf(sent);
  }
  return { ...standins, url, ask, askFromElsewhere };
}

/** Google's paths are at the root of the origin, where Firebase's SDK expects them. */
const pathOf = (address: string) =>
  /^\/(emulator\/|\w+\.googleapis\.com\/)/.test(address) ? address : `/standins${address}`;

async function statusOf(sent: ReturnType<typeof request>): Promise<[number, string]> {
  const reply = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  return [reply.statusCode ?? 0, await text(reply)];
}

const controls: [string, string][] = [
  ['GET', '/'],
  ['GET', '/faults'],
  ['PUT', '/faults'],
  ['GET', '/accounts'],
  ['PUT', '/accounts'],
  ['GET', '/ledger'],
  ['GET', '/ledger/schema'],
  ['GET', '/addresses'],
  ['GET', '/mail'],
  ['GET', '/mail/messages'],
  ['GET', '/mail/letters/1'],
  ['GET', '/web/odd/cookie-wall'],
  ['GET', '/web/pdfs/broken.pdf'],
  ['POST', '/paddle/demo/transactions/txn_x/pay'],
  ['POST', '/paddle/demo/transactions/txn_x/decline'],
  ['POST', '/google/demo/tokens'],
  ['GET', '/emulator/auth/handler'],
  ['POST', '/emulator/auth/handler'],
  ['GET', '/emulator/auth/iframe'],
  ['POST', '/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp'],
  ['POST', '/identitytoolkit.googleapis.com/v1/accounts:lookup'],
  ['POST', '/securetoken.googleapis.com/v1/token'],
];
const wires: [string, string, number][] = [
  ['POST', '/openai/v1/chat/completions', 401],
  ['GET', '/elevenlabs/v2/voices', 401],
  ['GET', '/paddle/transactions/txn_x', 403],
  ['GET', '/s3/episodes/x', 403],
  ['GET', '/web/pages/yawning/yawning', 200],
  ['GET', '/web/w/api.php', 403],
];
const CLOSED = [404, 'the product: nothing here'];

describe('stand-in pages', () => {
  test('a person on this machine can open every page of the stand-ins', async () => {
    const { ask } = await open();
    for (const [, address] of controls.filter(([method]) => method === 'GET')) {
      const expected = address.startsWith('/mail/letters') ? 404 : 200;
      expect([address, (await ask(address))[0]]).toEqual([address, expected]);
    }
    expect((await ask('/paddle/demo/transactions/txn_x/pay', 'POST'))[1]).toContain('"code"');
  });

  test('the pages of the stand-ins do not exist in production', async () => {
    const { ask } = await open({ controls: false, open: true });
    for (const [method, address] of controls) {
      expect([address, await ask(address, method)]).toEqual([address, CLOSED]);
    }
  });

  test('another machine cannot open the pages of the stand-ins, even with forged headers', async () => {
    const { askFromElsewhere } = await open({ open: true });
    for (const [method, address] of controls) {
      expect([address, await askFromElsewhere(address, method)]).toEqual([address, CLOSED]);
    }
  });

  test.each([
    { 'x-forwarded-for': '192.0.2.1' },
    { forwarded: 'for=192.0.2.1' },
    { host: 'evil.example' },
    { host: 'localhost.evil.example:3000' },
  ])(
    'the pages of the stand-ins do not exist behind a proxy or under another host name: %j',
    async (headers) => {
      const { ask } = await open();
      expect(await ask('/mail/messages', 'GET', headers)).toEqual(CLOSED);
    },
  );

  test.each(['localhost', 'LOCALHOST:3000', 'product.localhost:3000', '127.0.0.1:1', '[::1]:3000'])(
    'the pages of the stand-ins open under the local host name %s',
    async (host) => {
      const { ask } = await open();
      expect((await ask('/mail/messages', 'GET', { host }))[0]).toBe(200);
    },
  );
});

describe('stand-in APIs', () => {
  test('the stand-in APIs answer on this machine even without their pages, and require a key', async () => {
    const { ask } = await open({ controls: false });
    for (const [method, address, status] of wires) {
      expect([address, (await ask(address, method))[0]]).toEqual([address, status]);
    }
  });

  test('another machine cannot reach the stand-in APIs by default', async () => {
    const { askFromElsewhere } = await open();
    for (const [method, address] of wires) {
      expect([address, await askFromElsewhere(address, method)]).toEqual([address, CLOSED]);
    }
  });

  test('another machine can reach the stand-in APIs when the configuration opens them', async () => {
    const { askFromElsewhere } = await open({ open: true });
    for (const [method, address, status] of wires) {
      expect([address, (await askFromElsewhere(address, method))[0]]).toEqual([address, status]);
    }
  });

  test('a stand-in API exists only for providers that are not configured', async () => {
    const { ask } = await open({ providers: ['S3', 'PostgreSQL'] });
    expect((await ask('/s3/episodes/x'))[0]).toBe(403);
    for (const address of [
      ...['/openai/v1/models', '/elevenlabs/v2/voices', '/paddle/x', '/mail'],
      ...['/web', '/web/pages/yawning/yawning', '/web/odd/paywall'],
    ]) {
      expect([address, await ask(address)]).toEqual([address, CLOSED]);
    }
  });
});

describe('control page', () => {
  const put = (url: string, body: string, type = 'application/json') =>
    fetch(`${url}/faults`, { method: 'PUT', headers: { 'content-type': type }, body });

  test('the addresses given to other instances work for storage and email', async () => {
    const { url } = await open();
    const addresses = await (await fetch(`${url}/addresses`)).json();
    const storage = s3Storage(addresses.s3);
    await storage.put('k', Buffer.from('v'), 'text/plain');
    expect(String(await storage.get('k'))).toBe('v');
    const mailer = smtpMailer({ url: addresses.smtp.url, from: 'a@example.com' });
    const message = { to: 'b@example.com', subject: 's', text: 't', html: 'h', messageId: '<1@x>' };
    await mailer.send(message);
    const { messages } = await (await fetch(`${url}/mail/messages`)).json();
    expect(messages).toMatchObject([{ to: 'b@example.com', subject: 's' }]);
    const { entries } = await (await fetch(`${url}/ledger`)).json();
    expect(entries).toMatchObject([{ kind: 'mail', to: ['b@example.com'] }]);
  });

  test('faults set over HTTP show in the provider’s replies until they are cleared', async () => {
    const { url, ask } = await open();
    const reply = await put(url, JSON.stringify({ s3: { errorRate: 1, status: 503 } }));
    expect(reply.status).toBe(200);
    expect((await reply.json()).s3).toMatchObject({ errorRate: 1, status: 503, latency: 0 });
    expect((await ask('/s3/episodes/x'))[0]).toBe(503);
    expect((await ask('/'))[1]).toContain('errorRate 1');
    await put(url, '{}');
    expect((await ask('/s3/episodes/x'))[0]).toBe(403);
  });

  test.each([
    ['{"s3":{"latncy":1}}', 'application/json', 'latncy'],
    ['{"s3":{"cut":2}}', 'application/json', 'cut'],
    ['{"s3":{"hang":true}}', 'text/plain', 'expected object'],
  ])('the fault settings %s sent as %s are refused with the reason', async (body, type, reason) => {
    const { url, ask } = await open();
    const reply = await put(url, body, type);
    expect(reply.status).toBe(400);
    expect((await reply.json()).message).toContain(reason);
    expect((await ask('/s3/episodes/x'))[0]).toBe(403);
  });

  test('account settings set over HTTP last until the next change, and a misspelt one is refused', async () => {
    const { url } = await open();
    const set = (body: unknown) =>
      fetch(`${url}/accounts`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await set(freshAccounts)).status).toBe(200);
    const fresh = await (await fetch(`${url}/accounts`)).json();
    expect(fresh.elevenlabs).toMatchObject({ voices: 'none' });
    expect((await set({ elevenlabs: { voicse: 'none' } })).status).toBe(400);
    expect(await (await fetch(`${url}/accounts`)).json()).toEqual(fresh);
    await set({});
    const usual = await (await fetch(`${url}/accounts`)).json();
    expect(usual.elevenlabs).toMatchObject({ voices: 'roster' });
  });

  test('the JSON schema of the purchase log describes eight kinds of entry', async () => {
    const { ask } = await open();
    const schema = JSON.parse((await ask('/ledger/schema'))[1]);
    expect(schema.oneOf).toHaveLength(8);
  });

  test('every link on the start page of the stand-ins works', async () => {
    const { url } = await open();
    const page = await (await fetch(url)).text();
    const links = [...page.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThanOrEqual(5);
    for (const link of links) {
      expect([link, (await fetch(new URL(link, url))).status]).toEqual([link, 200]);
    }
  });
});

test('the mailbox page shows an email without running its scripts', async () => {
  const { url, addresses } = await open();
  const mailer = smtpMailer({ url: addresses.smtp.url, from: 'a@example.com' });
  const evil = '"><script>alert(1)</script>';
  await mailer.send({
    to: 'b@example.com',
    subject: evil,
    text: evil,
    html: `<html><head></head><body>${evil}<a href="https://x.example/">open</a></body></html>`,
    messageId: '<1@x>',
  });
  const list = await (await fetch(`${url}/mail`)).text();
  const page = await fetch(`${url}/mail/letters/1`);
  const message = await page.text();
  for (const shown of [list, message]) expect(shown).not.toContain('<script');
  expect(list).toContain('/standins/mail/letters/1');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(message).toMatch(/<iframe [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(message).not.toContain('allow-scripts');
  expect(message).toContain('&#60;base target=&#34;_blank&#34;&#62;');
});
