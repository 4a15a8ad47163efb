import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { RequestHandler, Router } from 'express';
import type { FirebaseSettings } from '#shared/config.ts';
import type { StandinAddresses, Standins, StandinsOptions } from '../../standins/standin.ts';
import { folderStorage } from '../base/files/folder.ts';
import { type S3Options, s3Storage } from '../base/files/s3Storage.ts';
import type { Storage } from '../base/files/storage.ts';
import { type LinkSigner, storedFiles } from '../base/files/storedFiles.ts';
import type { Config } from '../supply/config/config.ts';

export type Providers = Awaited<ReturnType<typeof chooseProviders>>;

/** How long separate stand-ins may take to start, ms. */
const STANDINS_START = 15_000;

const NO_STANDINS =
  'Stand-ins are not part of this image: run them separately (image target "standins") and set STANDINS_URL.';

/** Each provider is real where it is configured, else a stand-in with the same fields. */
export async function chooseProviders(config: Config, port: number) {
  const source = await findStandins(config, port);
  const standin = source?.addresses;
  const need = <T>(address: T | undefined): T => {
    if (!address) throw new Error('a provider has neither an account nor a stand-in');
    return address;
  };

  const openai = config.openai.account ?? need(standin?.openai);
  const web = config.openai.account ? undefined : new URL(need(standin?.web).url);
  /** Null where a speech server speaks alone. */
  const elevenlabs =
    config.elevenlabs.account ??
    (config.standins.includes('ElevenLabs') ? need(standin?.elevenlabs) : null);
  const host = config.publicUrl ? new URL(config.publicUrl).hostname : 'duologue.example';
  // A house does without what is null from here on.
  const unlessSpared = <T>(open: () => T): T | null => (config.house ? null : open());
  const s3 = config.s3 ?? unlessSpared(() => need(standin?.s3));
  const smtp =
    config.smtp ?? unlessSpared(() => ({ url: need(standin?.smtp).url, from: `hello@${host}` }));
  const paddle = config.paddle
    ? { ...realPaddle(config.paddle), destinations: null }
    : unlessSpared(() => standinPaddle(need(standin?.paddle), source?.router !== null));
  const firebase = config.firebase
    ? { ...config.firebase, certificates: null, client: { ...config.firebase, standin: null } }
    : unlessSpared(() => standinFirebase(need(standin?.google), source?.router !== null));

  return {
    openai,
    elevenlabs,
    s3,
    smtp,
    paddle,
    firebase,
    /** The stand-in's pages, which may be read on this machine where its search is in use. */
    localPages: web && { origin: web.origin, pathPrefix: `${web.pathname}/` },
    /** The MediaWiki API of the stand-in's wiki, where its search is in use. */
    wiki: config.openai.account ? null : need(standin?.web).mediawiki,
    router: source?.router ?? null,
    root: source?.root ?? null,
    scriptOrigins: [paddle?.script, firebase?.client.standin?.script]
      .filter((script) => script?.startsWith('http'))
      .map((script) => new URL(String(script)).origin),
    identityOrigins: firebase ? identityOrigins(firebase.client) : [],
    /** Tells Paddle's stand-in where webhooks go, as a seller does once in Paddle's dashboard. */
    async announce(webhook: string): Promise<void> {
      if (!paddle?.destinations) return;
      const reply = await fetch(paddle.destinations, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${paddle.apiKey}`,
        },
        body: JSON.stringify({ url: webhook }),
      });
      if (!reply.ok) throw new Error(`the Paddle stand-in refused our webhook: ${reply.status}`);
    },
    close: async () => source?.close(),
  };
}

interface Source {
  addresses: StandinAddresses;
  /** Null when the stand-ins run in a process of their own. */
  router: Router | null;
  /** What belongs at the origin's root; null as `router` is. */
  root: Router | null;
  close(): Promise<void>;
}

type StandinsModule = { openStandins: (options: StandinsOptions) => Promise<Standins> };

async function findStandins(config: Config, port: number): Promise<Source | null> {
  if (config.standins.every((name) => name === 'PostgreSQL')) return null;
  if (config.standinsUrl) {
    const addresses = await askAddresses(config.standinsUrl);
    return { addresses, router: null, root: null, close: async () => {} };
  }
  const entry = path.resolve(import.meta.dirname, '../../standins/standins.ts');
  if (!existsSync(entry)) throw new Error(NO_STANDINS);
  // No literal: the compiler would take the stand-ins' browser scripts for a part of the server.
  const { openStandins }: StandinsModule = await import(pathToFileURL(entry).href);
  return openStandins({
    dir: path.join(config.dataDir, 'standins'),
    url: `http://127.0.0.1:${port}/standins`,
    controls: !config.production,
    open: config.allowStandins,
    providers: config.standins,
  });
}

async function askAddresses(url: string): Promise<StandinAddresses> {
  const deadline = Date.now() + STANDINS_START;
  for (;;) {
    const reply = await fetch(`${url}/addresses`, { signal: AbortSignal.timeout(5000) }).catch(
      () => null,
    );
    if (reply?.ok) return (await reply.json()) as StandinAddresses;
    if (reply) throw new Error(`STANDINS_URL: ${url} answered ${reply.status}`);
    if (Date.now() > deadline) {
      throw new Error(`STANDINS_URL: nobody answers at ${url}; is "npm run standins" running?`);
    }
    await pause(250);
  }
}

function realPaddle(paddle: NonNullable<Config['paddle']>) {
  const { apiKey, webhookSecret, clientToken, environment } = paddle;
  return {
    apiKey,
    baseUrl: null,
    environment,
    webhookSecrets: webhookSecret.split(',').map((secret) => secret.trim()),
    clientToken,
    script: null,
  };
}

function standinPaddle(address: StandinAddresses['paddle'], mounted: boolean) {
  return {
    apiKey: address.apiKey,
    baseUrl: address.baseUrl,
    environment: 'sandbox' as const,
    webhookSecrets: [address.webhookSecret],
    clientToken: address.clientToken,
    // On the product's own port the page must fetch it from its own origin, whatever name it has.
    script: mounted ? new URL(address.script).pathname : address.script,
    destinations: address.destinations,
  };
}

function standinFirebase(address: StandinAddresses['google'], mounted: boolean) {
  const { apiKey, projectId, authDomain, certificates } = address;
  return {
    projectId,
    /** The address of the public keys that tokens are checked against; null is Google's own. */
    certificates,
    client: {
      apiKey,
      projectId,
      authDomain,
      tokenSyncUrl: null,
      // Mounted, both are on the product's own origin, whatever name the visitor knows it by.
      standin: mounted
        ? { url: '', script: new URL(address.script).pathname }
        : { url: address.url, script: address.script },
    },
  };
}

function identityOrigins({ authDomain, standin }: FirebaseSettings): string[] {
  if (standin) return [standin.url || "'self'"];
  return [
    `https://${authDomain}`,
    'https://apis.google.com',
    'https://identitytoolkit.googleapis.com',
    'https://securetoken.googleapis.com',
  ];
}

interface SoundStorage {
  storage: Storage;
  /** The bucket's host, from which browsers get sound, too; null for a folder. */
  mediaOrigin: string | null;
  /** Answers the links of a folder; null for a bucket. */
  storedFiles: RequestHandler | null;
}

export async function openSoundStorage({
  s3,
  dataDir,
  signer,
}: {
  s3: S3Options | null;
  dataDir: string;
  signer: LinkSigner;
}): Promise<SoundStorage> {
  if (s3) {
    const storage = s3Storage(s3);
    // Only the SDK knows the host of a bucket with this name.
    const link = await storage.link('origin', { expiresIn: 60 });
    return { storage, mediaOrigin: new URL(link).origin, storedFiles: null };
  }
  const dir = path.join(dataDir, 'sound');
  const storage = folderStorage({ dir, signer });
  return { storage, mediaOrigin: null, storedFiles: storedFiles({ dir, storage, signer }) };
}
