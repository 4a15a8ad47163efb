import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProviderFailure } from '../../base/kit/provider.ts';
import { firebaseTokens } from './firebaseTokens.ts';
import type { TokenCheck } from './googleSignIn.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Google's endpoint of public keys, as healthy as a test wants it. */
let google: Server;
let certificates: string;
let asked: number;
let answer: 'keys' | 'garbage' | 'refusal' | 'silence';
let tokens: TokenCheck;

beforeEach(async () => {
  asked = 0;
  answer = 'keys';
  google = createServer((_req, res) => {
    asked++;
    if (answer === 'silence') return;
    if (answer === 'refusal') return void res.writeHead(500).end('no');
    if (answer === 'garbage') return void res.writeHead(200).end('<html>');
    res.setHeader('cache-control', 'public, max-age=3600');
    res.setHeader('content-type', 'application/json');
    res.end(JSON.stringify({ one: pem }));
  });
  const listening = Promise.withResolvers<void>();
  google.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  certificates = `http://127.0.0.1:${(google.address() as AddressInfo).port}/`;
  tokens = firebaseTokens({ projectId: 'studio', certificates, deadline: 500 });
});
afterEach(async () => {
  await tokens.close();
  google.close();
  google.closeAllConnections();
});

const seconds = () => Math.floor(Date.now() / 1000);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const claims = (change: object = {}) => ({
  iss: 'https://securetoken.google.com/studio',
  aud: 'studio',
  auth_time: seconds() - 60,
  iat: seconds() - 60,
  exp: seconds() + 3540,
  sub: 'u1',
  email: 'mira@example.com',
  email_verified: true,
  name: 'Mira',
  firebase: { identities: {}, sign_in_provider: 'google.com' },
  ...change,
});

function token(change: object = {}, head: object = { alg: 'RS256', kid: 'one' }, key = privateKey) {
  const body = `${encode(head)}.${encode(claims(change))}`;
  return `${body}.${sign('RSA-SHA256', Buffer.from(body), key).toString('base64url')}`;
}

describe('token', () => {
  it('a token signed by Google states who signed in, how and when', async () => {
    const person = await tokens.verify(token());
    expect(person).toMatchObject({
      uid: 'u1',
      email: 'mira@example.com',
      emailVerified: true,
      name: 'Mira',
      picture: null,
      provider: 'google.com',
    });
    expect(seconds() - (person?.issuedAt.getTime() ?? 0) / 1000).toBeLessThan(120);
  });

  it('an email counts as unverified unless the token says that it is verified', async () => {
    expect(await tokens.verify(token({ email_verified: 'true' }))).toMatchObject({
      emailVerified: false,
    });
    expect(await tokens.verify(token({ email: undefined }))).toMatchObject({ email: null });
  });

  const unsigned = () => `${encode({ alg: 'none', kid: 'one' })}.${encode(claims())}.`;
  const mac = () => {
    // The classic attack: the public key used as an HMAC secret.
    const body = `${encode({ alg: 'HS256', kid: 'one' })}.${encode(claims())}`;
    return `${body}.${createHmac('sha256', pem).update(body).digest('base64url')}`;
  };
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each<[string, () => string]>([
    ['nothing in it', () => ''],
    ['three meaningless parts', () => 'a.b.c'],
    ['no signature', unsigned],
    ['a symmetric signature', mac],
    ['another key', () => token({}, undefined, stranger)],
    ['an unknown key id', () => token({}, { alg: 'RS256', kid: 'two' })],
    ['no key id', () => token({}, { alg: 'RS256' })],
    ['another project', () => token({ aud: 'other' })],
    ['another issuer', () => token({ iss: 'https://securetoken.google.com/other' })],
    ['an expiry in the past', () => token({ exp: seconds() - 1 })],
    ['an empty user id', () => token({ sub: '' })],
  ])('a token with %s is rejected', async (_, forge) => {
    expect(await tokens.verify(forge())).toBeNull();
  });
});

describe('Google’s keys', () => {
  it('Google’s keys are fetched once for several tokens', async () => {
    for (let n = 0; n < 3; n++) await tokens.verify(token());
    expect(asked).toBe(1);
  });

  it.each(['garbage', 'refusal', 'silence'] as const)(
    'a key request answered with %s is an outage, not a bad token, and is repeated',
    async (fault) => {
      answer = fault;
      const failure = await tokens.verify(token()).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ProviderFailure);
      expect(failure).toMatchObject({ trouble: 'busy' });
      answer = 'keys';
      expect(await tokens.verify(token())).toMatchObject({ uid: 'u1' });
    },
  );

  it('unreachable Google keys are an outage', async () => {
    google.close();
    google.closeAllConnections();
    await expect(tokens.verify(token())).rejects.toThrow(ProviderFailure);
  });
});

it('startup fails if FIREBASE_AUTH_EMULATOR_HOST would switch the token check off', () => {
  const before = process.env.FIREBASE_AUTH_EMULATOR_HOST;
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:9099';
  try {
    expect(() => firebaseTokens({ projectId: 'studio', certificates })).toThrow(
      'FIREBASE_AUTH_EMULATOR_HOST',
    );
  } finally {
    if (before === undefined) delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
    else process.env.FIREBASE_AUTH_EMULATOR_HOST = before;
  }
});

it('FIREBASE_AUTH_EMULATOR_HOST set after startup does not switch the token check off', async () => {
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:9099';
  try {
    const forged = `${encode({ alg: 'none', kid: 'one' })}.${encode(claims())}.`;
    expect(await tokens.verify(forged)).toBeNull();
  } finally {
    delete process.env.FIREBASE_AUTH_EMULATOR_HOST;
  }
});
