import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFfmpeg } from '../sound/mix/findFfmpeg.ts';
import { cookieOf } from '../testing/cookie.ts';
import { eventually } from '../testing/eventually.ts';
import { copyImage } from '../testing/image.ts';
import { testDatabase } from '../testing/postgres.ts';
import {
  endAll,
  freePort,
  type Running,
  runToEnd,
  startProduct,
  startStandins,
} from '../testing/processes.ts';

/* The product as it is deployed: NODE_ENV=production behind a proxy that ends TLS. */

let dir: string;
/** The file tree of the image `product`. */
let image: string;
let ffmpeg: string;
let postgres: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-deploy-'));
  postgres = await testDatabase();
  expect(await runToEnd('scripts/build.ts', {})).toMatchObject({ code: 0 });
  image = await copyImage('product');
  ffmpeg = (await findFfmpeg(null)).path;
}, 120_000);
afterEach(endAll);
afterAll(async () => {
  await postgres.close();
  for (const folder of [dir, image]) await rm(folder, { recursive: true, force: true });
});

const site = 'https://duologue.example';
/** Headers with which the proxy forwards a visitor's request. */
const throughProxy = {
  Host: 'duologue.example',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-For': '203.0.113.7',
};
const visitor = ({ url }: Running) => supertest.agent(url).set(throughProxy).set('Origin', site);

const deployed = () => ({
  NODE_ENV: 'production',
  // The image has its own.
  FFMPEG_PATH: ffmpeg,
  DATA_DIR: path.join(dir, 'product'),
  DATABASE_URL: postgres.url,
  PUBLIC_URL: site,
  TRUST_PROXY: '1',
  SESSION_SECRET: 'a secret of more than thirty-two characters',
});

/** A value for every variable of .env.example. Its addresses lead nowhere. */
function everything(): Record<string, string> {
  const nowhere = 'http://127.0.0.1:9';
  return {
    ...deployed(),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    HSTS_SUBDOMAINS: 'true',
    ROLE: 'all',
    ADMIN_EMAILS: 'ann@example.com, ben@example.com',
    LEGAL_NAME: 'Duologue Ltd',
    LEGAL_ADDRESS: '1 Long Lane, London',
    SUPPORT_EMAIL: 'support@duologue.example',
    PIXEL_ID: '1234567890',
    METRICS_TOKEN: 'a-token-of-more-than-thirty-two-characters',
    SAMPLES: 'off',
    SALES: 'on',
    ALLOW_STANDINS: 'false',
    STANDINS_URL: `${nowhere}/standins`,
    STANDINS_PORT: '3900',
    OPENAI_API_KEY: 'sk-proj-1',
    OPENAI_BASE_URL: `${nowhere}/v1`,
    OPENAI_MODEL: 'gpt-6-luna',
    OPENAI_MODERATION: 'on',
    OPENAI_PRICE_INPUT: '0.1',
    OPENAI_PRICE_CACHED_INPUT: '0.1',
    OPENAI_PRICE_CACHE_WRITE: '0.125',
    OPENAI_PRICE_OUTPUT: '0.5',
    ELEVENLABS_API_KEY: 'sk_1',
    ELEVENLABS_BASE_URL: nowhere,
    ELEVENLABS_MODEL: 'eleven_flash_v2_5',
    ELEVENLABS_OUTPUT_FORMAT: 'pcm_24000',
    ELEVENLABS_CONCURRENCY: '5',
    ELEVENLABS_PRICE: '0.05',
    SPEECH_BASE_URL: nowhere,
    SPEECH_API_KEY: 'sk-2',
    SPEECH_MODEL: 'tts-1',
    SPEECH_FORMAT: 'wav',
    SPEECH_VOICES: 'one: Ann, female',
    SPEECH_CONCURRENCY: '2',
    SPEECH_PRICE: '0.015',
    SPEECH_PRICE_MINUTE: '0.01',
    RESEARCH: 'web',
    SPENDING_CAP: '50',
    PREVIEW_CAP: '5',
    PADDLE_API_KEY: 'pdl_sdbx_apikey_1',
    PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_1',
    PADDLE_CLIENT_TOKEN: 'test_1',
    PADDLE_ENVIRONMENT: 'sandbox',
    PADDLE_FEE_PERCENT: '5',
    PADDLE_FEE_CENTS: '50',
    FIREBASE_API_KEY: 'AIza1',
    FIREBASE_PROJECT_ID: 'duologue-1',
    FIREBASE_AUTH_DOMAIN: 'auth.duologue.example',
    FIREBASE_TOKEN_SYNC_URL: '/api/auth/token-sync',
    S3_BUCKET: 'sound',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'AKIA1',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_ENDPOINT: nowhere,
    S3_PUBLIC_ENDPOINT: 'https://sound.duologue.example',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Duologue <hello@duologue.example>',
  };
}

describe('production', { timeout: 60_000 }, () => {
  it('with every variable set the product image starts, serves over TLS alone, mounts no stand-in and ends on SIGTERM', async () => {
    const env = everything();
    const listed = Object.keys(parseEnv(readFileSync('.env.example', 'utf8')));
    const chosenByTheTest = ['PORT'];
    const ofAHouse = ['SIGNUPS', 'MINUTES_A_MONTH'];
    expect(listed.filter((name) => !(name in env)).sort()).toEqual(
      [...chosenByTheTest, ...ofAHouse].sort(),
    );

    const product = await startProduct(env, '/healthz', image);
    // It may answer before its output has come through the pipe.
    await eventually('it says whom it speaks to', async () =>
      /OpenAI\s+real\n/.test(product.output()),
    );
    const page = await supertest(product.url).get('/').set(throughProxy).expect(200);
    expect(page.text).toMatch(/<title>.*Duologue/);
    expect(page.headers['strict-transport-security']).toMatch(/max-age=31536000; includeSub/);
    expect(page.headers['content-security-policy']).toContain('https://sound.duologue.example');
    // Everything is ready except the bucket, which does not exist here.
    const { body: ready } = await supertest(product.url).get('/readyz').expect(503);
    const { storage, ...parts } = ready.parts;
    expect([storage, ...Object.values(parts)]).toEqual([false, true, true, true, true, true]);

    const registered = await visitor(product)
      .post('/api/auth/register')
      .send({ email: 'ann@example.com', password: 'correct horse' })
      .expect(201);
    const cookies = [registered.headers['set-cookie']].flat();
    expect(cookies).toContainEqual(
      expect.stringMatching(
        /^__Host-duologue-[\w-]{8}=[^;]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      ),
    );

    const { body } = await visitor(product).get('/api/config').expect(200);
    expect(body).toMatchObject({ devMode: false, standins: [] });
    for (const door of ['/standins/', '/standins/faults', '/standins/mail/messages']) {
      await visitor(product).get(door).expect(404);
    }
    await visitor(product).post('/api/auth/dev-mode').send({ value: 'admin' }).expect(404);

    const signalledAt = Date.now();
    expect(await product.end('SIGTERM')).toBe(0);
    expect(Date.now() - signalledAt).toBeLessThan(10_000);
  });
});

describe('rehearsal', { timeout: 120_000 }, () => {
  it('the product image without separate stand-ins exits with one sentence', async () => {
    const env = { ...deployed(), PORT: String(await freePort()), ALLOW_STANDINS: 'true' };
    const { code, output } = await runToEnd('server/app/index.ts', env, { tree: image });
    expect([code, output]).toEqual([
      1,
      'Stand-ins are not part of this image: run them separately (image target "standins") and set STANDINS_URL.\n',
    ]);
  });

  it('the product image sells and begins an episode beside the stand-ins image', async () => {
    const tree = await copyImage('standins');
    onTestFinished(() => rm(tree, { recursive: true, force: true }));
    const standins = await startStandins({ DATA_DIR: path.join(dir, 'standins') }, tree);
    const env = { ...deployed(), ALLOW_STANDINS: 'true', STANDINS_URL: standins.url };
    const product = await startProduct(env, '/readyz', image);
    const buyer = visitor(product);
    const email = 'cleo@example.com';
    const registered = await buyer
      .post('/api/auth/register')
      .send({ email, password: 'correct horse' })
      .expect(201);
    // A Secure cookie is not sent over this connection, which has no TLS.
    buyer.set('Cookie', cookieOf(registered));
    const { body: catalogue } = await buyer.get('/api/voices').expect(200);
    const [one, two] = catalogue.voices;
    const orderRequest = {
      topic: 'Tides',
      duration: 10,
      voice1Id: one.id,
      voice2Id: two.id,
      email,
    };
    const { body: placed } = await buyer.post('/api/orders').send(orderRequest).expect(201);
    const orderPath = `/api/orders/${placed.order.id}`;
    const { body: checkout } = await buyer.post(`${orderPath}/checkout`).expect(200);
    const pay = `${standins.url}/paddle/demo/transactions/${checkout.transactionId}/pay`;
    expect((await fetch(pay, { method: 'POST' })).status).toBe(200);
    await eventually('the first line is spoken', async () => {
      const { rowCount } = await postgres.pool.query(
        `select 1 from podcast_lines where state = 'spoken'`,
      );
      return rowCount;
    });
    await buyer.get('/standins/mail/messages').expect(404);
    expect(await product.end('SIGTERM')).toBe(0);
  });
});
