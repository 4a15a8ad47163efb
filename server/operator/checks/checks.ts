import { createHash } from 'node:crypto';
import type { ModelSet } from '#shared/models.ts';
import type { Providers } from '../../app/providers.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Mailer } from '../../mail/email/email.ts';
import type { Decode } from '../../sound/speech/speech.ts';
import type { Config } from '../../supply/config/config.ts';
import type { PriceList } from '../../supply/costs/priceList.ts';
import { type Purchase, priceOf } from '../../supply/costs/prices.ts';
import type { Usage } from '../../writing/script/scriptWriter.ts';
import { checkDemos, checkDuologue } from './duologue.ts';
import { type Entry, openRedaction, passwordsIn, type Redaction } from './run.ts';

interface CheckSettings {
  config: Config;
  accounts: Pick<Providers, 'openai' | 'elevenlabs' | 'paddle' | 'firebase' | 's3' | 'smtp'>;
  publicUrl: string;
  storage: Storage;
  mailer: Mailer | null;
  decode: Decode;
  models(): Promise<ModelSet>;
  onBought(purchase: Purchase): void;
}

/** In the order in which an order needs them. Imported when they run, so `ROLE=web` loads none. */
export function checksOf(settings: CheckSettings): Entry[] {
  const { config, accounts, publicUrl, storage, mailer, decode } = settings;
  const { models, onBought } = settings;
  const { elevenlabs, firebase, paddle, s3, smtp } = accounts;
  const { house, speechServer } = config;
  const entries: (Entry | false | null)[] = [
    // A house may be reachable on its own network only, and has nobody to convince with demos.
    (!house || publicUrl.startsWith('https:')) && {
      provider: 'Duologue',
      run: (options) => checkDuologue({ publicUrl, trustProxy: config.trustProxy }, options),
    },
    !house && { provider: 'Duologue', run: (options) => checkDemos(publicUrl, options) },
    firebase && {
      provider: 'Firebase',
      async run(options) {
        const { firebaseCheck } = await import('./firebaseCheck.ts');
        const { client, certificates } = firebase;
        const { apiKey, authDomain, standin } = client;
        // A stand-in in this process has our own address, whatever its host name.
        const identity =
          standin && new URL(`${standin.url}/identitytoolkit.googleapis.com`, publicUrl).href;
        return firebaseCheck({ apiKey, authDomain, publicUrl, certificates, identity }, options);
      },
    },
    {
      provider: 'OpenAI',
      async run(options) {
        const { openaiCheck, compatibleServerCheck } = await import('./openaiCheck.ts');
        const { moderation, account } = config.openai;
        const { script: model } = await models();
        const onUsage = (usage: Usage) => onBought({ provider: 'OpenAI', ...usage });
        if (account?.baseUrl) {
          const { apiKey, baseUrl } = account;
          return compatibleServerCheck({ account: { apiKey, baseUrl }, model, onUsage }, options);
        }
        const search = config.research === 'web';
        const asked = { account: accounts.openai, model, moderation, search, onUsage };
        return openaiCheck(asked, options);
      },
    },
    paddle && {
      provider: 'Paddle',
      async run(options) {
        const { paddleCheck } = await import('./paddleCheck.ts');
        return paddleCheck({ account: paddle, publicUrl }, options);
      },
    },
    elevenlabs && {
      provider: 'ElevenLabs',
      async run(options) {
        const { elevenlabsCheck } = await import('./elevenlabsCheck.ts');
        const { speech: model, format: outputFormat } = await models();
        const ownBought = (characters: number) =>
          onBought({ provider: 'ElevenLabs', model, characters });
        const asked = { ...elevenlabs, model, outputFormat, decode, onBought: ownBought };
        return elevenlabsCheck(asked, options);
      },
    },
    speechServer && {
      provider: 'Speech server',
      async run(options) {
        const { openSpeechServer } = await import('../../sound/speech/openSpeechServer.ts');
        const { speechServerCheck } = await import('./speechServerCheck.ts');
        const patience = { attempts: {}, total: 30_000, idle: 15_000 };
        const { narrator } = openSpeechServer({ ...speechServer, decode, patience });
        const { provider, model } = narrator;
        const ownBought = (characters: number, seconds: number) =>
          onBought({ provider, model, characters, seconds });
        return speechServerCheck({ narrator, onBought: ownBought }, options);
      },
    },
    s3 && {
      provider: 'S3',
      async run(options) {
        const { s3Check } = await import('./s3Check.ts');
        return s3Check(storage, new URL(publicUrl).origin, options);
      },
    },
    smtp &&
      mailer && {
        provider: 'SMTP',
        async run(options) {
          const { smtpCheck } = await import('./smtpCheck.ts');
          const supportEmail = config.supportEmail || smtp.from;
          return smtpCheck({ mailer, from: smtp.from, supportEmail }, options);
        },
      },
  ];
  return entries.filter((entry) => entry !== null && entry !== false);
}

export function redactionOf({
  config,
  accounts,
}: Pick<CheckSettings, 'config' | 'accounts'>): Redaction {
  const { openai, elevenlabs, paddle, s3, smtp } = accounts;
  return openRedaction([
    openai.apiKey,
    elevenlabs?.apiKey,
    config.speechServer?.apiKey,
    paddle?.apiKey,
    ...(paddle?.webhookSecrets ?? []),
    s3?.secretAccessKey,
    ...passwordsIn(smtp?.url),
    ...passwordsIn(config.databaseUrl),
    config.sessionSecret,
    config.metricsToken,
  ]);
}

/** Tokens of a short section, rounded up. */
const SECTION = { inputTokens: 4_000, outputTokens: 500 };
const SENTENCE = { characters: 100, seconds: 8 };
/** One web search with all its calls, and what the model reads of it. */
const SEARCH = { inputTokens: 60_000, outputTokens: 8_000, searches: 8 };

export interface Terms {
  /** What a buying run costs at most, micro-dollars. */
  price: number;
  /** Fingerprint of the settings that a buying run tries; reveals none of them. */
  mark: string;
}

export function termsOf(
  models: ModelSet,
  config: Pick<Config, 'openai' | 'elevenlabs' | 'speechServer' | 'research'>,
  prices: PriceList,
): Terms {
  const { openai, elevenlabs, speechServer, research } = config;
  const deciding = JSON.stringify([models, openai, elevenlabs, speechServer, research]);
  const { script, speech } = models;
  const search = research === 'web' ? priceOf(SEARCH, prices(script)) : 0;
  const spoken = new Set([speech, ...(speechServer ? [speechServer.model] : [])]);
  const speaking = [...spoken].map((model) => priceOf(SENTENCE, prices(model)));
  return {
    price: speaking.reduce((sum, price) => sum + price, priceOf(SECTION, prices(script)) + search),
    mark: createHash('sha256').update(deciding).digest('base64url'),
  };
}
