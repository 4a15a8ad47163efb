import type { ModelSet } from '#shared/models.ts';
import type { Config } from '../config.ts';
import type { Purchase } from '../costs/prices.ts';
import type { Mailer } from '../email/email.ts';
import type { Usage } from '../script/script.ts';
import type { Decode } from '../speech/format.ts';
import type { Storage } from '../storage/storage.ts';
import { checkDemos } from './demos.ts';
import { checkDuologue } from './duologue.ts';
import { openRedaction, passwordsIn, type Redaction } from './redact.ts';
import type { Entry } from './run.ts';

/** Where each provider is reached, and as whom: as `chooseProviders` answers it. */
interface Accounts {
  openai: { apiKey: string; baseUrl: string | null };
  elevenlabs: { apiKey: string; baseUrl: string | null };
  paddle: {
    apiKey: string;
    baseUrl: string | null;
    environment: 'sandbox' | 'production';
    webhookSecrets: string[];
    clientToken: string;
  };
  firebase: {
    projectId: string;
    certificates: string | null;
    client: {
      apiKey: string;
      projectId: string;
      authDomain: string;
      standin: { url: string; script: string } | null;
    };
  };
  s3: {
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
    endpoint: string | null;
    publicEndpoint: string | null;
  };
  smtp: { url: string; from: string };
}

export interface CheckSettings {
  config: Config;
  accounts: Accounts;
  /** Where visitors reach us. */
  publicUrl: string;
  storage: Storage;
  /** Where the security policy of our pages lets sound come from. */
  mediaOrigin: string;
  mailer: Mailer;
  /** Turns the sound that a check buys into samples. */
  decode: Decode;
  /** With what episodes are made. */
  models(): Promise<ModelSet>;
  /** Told of what a check bought. */
  onBought(purchase: Purchase): void;
}

/**
 * The checks of all providers, one entry each, in the order of an order's walk. An entry loads its
 * file when it is run: whoever never checks, such as `ROLE=web`, loads nothing for it.
 */
export function checksOf(settings: CheckSettings): Entry[] {
  const { config, accounts, publicUrl, storage, mediaOrigin, mailer } = settings;
  const { decode, models, onBought } = settings;
  const { firebase } = accounts;
  return [
    {
      provider: 'Duologue',
      open: async () => checkDuologue({ publicUrl, trustProxy: config.trustProxy }),
    },
    { provider: 'Duologue', open: async () => checkDemos(publicUrl) },
    {
      provider: 'Firebase',
      async open() {
        const { firebaseCheck } = await import('./firebase.ts');
        const { client, certificates } = firebase;
        const { apiKey, authDomain, standin } = client;
        // A stand-in of this process is at our own address, whatever name that has.
        const identity =
          standin && new URL(`${standin.url}/identitytoolkit.googleapis.com`, publicUrl).href;
        return firebaseCheck({ apiKey, authDomain, publicUrl, certificates, identity });
      },
    },
    {
      provider: 'OpenAI',
      async open() {
        const { openaiCheck } = await import('./openai.ts');
        const { moderation } = config.openai;
        const { script: model } = await models();
        const onUsage = (usage: Usage) => onBought({ provider: 'OpenAI', ...usage });
        return openaiCheck({ account: accounts.openai, model, moderation, onUsage });
      },
    },
    {
      provider: 'Paddle',
      async open() {
        const { paddleCheck } = await import('./paddle.ts');
        return paddleCheck({ account: accounts.paddle, publicUrl });
      },
    },
    {
      provider: 'ElevenLabs',
      async open() {
        const { elevenlabsCheck } = await import('./elevenlabs.ts');
        const { speech: model, format: outputFormat } = await models();
        const { apiKey, baseUrl } = accounts.elevenlabs;
        return elevenlabsCheck({
          apiKey,
          baseUrl,
          model,
          outputFormat,
          decode,
          onBought: (characters) => onBought({ provider: 'ElevenLabs', model, characters }),
        });
      },
    },
    {
      provider: 'S3',
      async open() {
        const { s3Check } = await import('./s3.ts');
        return s3Check({ storage, origin: new URL(publicUrl).origin, mediaOrigin });
      },
    },
    {
      provider: 'SMTP',
      async open() {
        const { smtpCheck } = await import('./smtp.ts');
        const { supportEmail } = config;
        return smtpCheck({ mailer, from: accounts.smtp.from, supportEmail });
      },
    },
  ];
}

/** Hides whatever these settings hold that nobody may read. */
export function redactionOf({
  config,
  accounts,
}: Pick<CheckSettings, 'config' | 'accounts'>): Redaction {
  const { openai, elevenlabs, paddle, s3, smtp } = accounts;
  return openRedaction([
    openai.apiKey,
    elevenlabs.apiKey,
    paddle.apiKey,
    ...paddle.webhookSecrets,
    s3.secretAccessKey,
    ...passwordsIn(smtp.url),
    ...passwordsIn(config.databaseUrl),
    config.sessionSecret,
    config.metricsToken,
  ]);
}
