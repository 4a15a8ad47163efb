import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { z } from 'zod';
import { type accountSettings, freshAccounts } from '../../standins/accounts.ts';
import type { StandinAddresses } from '../../standins/standin.ts';
import { eventually } from './eventually.ts';
import { type Internet, openInternet, openProxy } from './internet.ts';
import { testDatabase } from './postgres.ts';
import { endAll, freePort, runToEnd, startProduct, startStandins } from './processes.ts';

type Accounts = z.input<typeof accountSettings>;

export type FirstDay = Awaited<ReturnType<typeof openFirstDay>>;

/** The providers look real to the product: their host names lead to the stand-ins. */
export async function openFirstDay(host: string) {
  await using opened = new AsyncDisposableStack();
  const dir = opened.adopt(await mkdtemp(path.join(tmpdir(), 'duologue-first-day-')), (folder) =>
    rm(folder, { recursive: true, force: true }),
  );
  const database = opened.adopt(await testDatabase(), ({ close }) => close());
  opened.defer(endAll);
  const internet = openInternet(dir);
  const { url } = await startStandins({ DATA_DIR: dir, ...internet.env });
  const port = String(await freePort());
  const proxy = opened.adopt(await openProxy(host, `http://127.0.0.1:${port}`), (server) => {
    server.close();
    server.closeAllConnections();
  });
  leadToProviders(internet, url);

  async function ask<T>(address: string, method = 'GET', body?: object, key?: string): Promise<T> {
    const reply = await fetch(address, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(key && { authorization: `Bearer ${key}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`${address}: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as T;
  }

  const addresses = await ask<StandinAddresses>(`${url}/addresses`);
  let accounts: Accounts = freshAccounts;
  async function setUp(change: Accounts): Promise<void> {
    accounts = { ...accounts, ...change };
    await ask(`${url}/accounts`, 'PUT', accounts);
  }
  await setUp({});
  const env = {
    ...everyName(),
    ...internet.env,
    ...keysOf(addresses),
    NODE_ENV: 'production',
    PORT: port,
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    PUBLIC_URL: `https://${host}`,
    TRUST_PROXY: '1',
    SESSION_SECRET: 'a secret of more than thirty-two characters',
    MAIL_FROM: `Duologue <hello@${host}>`,
    SUPPORT_EMAIL: `help@${host}`,
    ADMIN_EMAILS: `owner@${host}`,
    SPENDING_CAP: '25',
    LOG_LEVEL: 'warn',
  };
  const open = opened.move();

  return {
    dir,
    internet,
    proxyUrl: proxy.url,
    setUp,
    async addDestination(destination: string): Promise<void> {
      const { destinations, apiKey } = addresses.paddle;
      await ask(destinations, 'PUT', { url: destination }, apiKey);
    },
    start: (more: Record<string, string> = {}, probe?: string) =>
      startProduct({ ...env, ...more }, probe),
    run: (file: string, ...words: string[]) => runToEnd(file, env, { args: words }),
    pay: (transactionId: string) =>
      ask(`${url}/paddle/demo/transactions/${transactionId}/pay`, 'POST'),
    emailTo: (address: string, words: RegExp) =>
      eventually(
        `${address} has an email with ${words}`,
        async () => {
          type EmailMessage = { to: string; subject: string; text: string };
          const { messages } = await ask<{ messages: EmailMessage[] }>(`${url}/mail/messages`);
          return messages.find(({ to, text }) => to === address && words.test(text));
        },
        60,
      ),
    close: () => open.disposeAsync(),
  };
}

/** Leads the SDKs' host names to the stand-ins. S3 and SMTP are configured by address instead. */
function leadToProviders(internet: Internet, standins: string): void {
  internet.lead('api.openai.com', `${standins}/openai`);
  internet.lead('api.elevenlabs.io', `${standins}/elevenlabs`);
  internet.lead('sandbox-api.paddle.com', `${standins}/paddle`);
  const identity = 'identitytoolkit.googleapis.com';
  internet.lead(identity, `${new URL(standins).origin}/${identity}`);
  internet.lead('www.googleapis.com', `${standins}/google/certificates?path=`);
}

/** Like `cp .env.example .env`. */
const everyName = () => parseEnv(readFileSync('.env.example', 'utf8')) as Record<string, string>;

function keysOf({ openai, elevenlabs, paddle, google, s3, smtp }: StandinAddresses) {
  return {
    OPENAI_API_KEY: openai.apiKey,
    ELEVENLABS_API_KEY: elevenlabs.apiKey,
    PADDLE_ENVIRONMENT: 'sandbox',
    PADDLE_API_KEY: paddle.apiKey,
    PADDLE_CLIENT_TOKEN: paddle.clientToken,
    PADDLE_WEBHOOK_SECRET: paddle.webhookSecret,
    FIREBASE_API_KEY: google.apiKey,
    FIREBASE_PROJECT_ID: google.projectId,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    // A start refuses addresses that it recognises as a stand-in's, so this one is disguised.
    S3_ENDPOINT: s3.endpoint.replace('/standins/', '/Standins/'),
    SMTP_URL: smtp.url,
  };
}
