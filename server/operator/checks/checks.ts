import type { ModelSet } from '#shared/models.ts';
import type { Providers } from '../../app/providers.ts';
import type { Storage } from '../../base/files/storage.ts';
import type { Mailer } from '../../mail/email/email.ts';
import type { Decode } from '../../sound/speech/speech.ts';
import type { Config } from '../../supply/config/config.ts';
import type { Purchase } from '../../supply/costs/prices.ts';
import type { Usage } from '../../writing/script/scriptWriter.ts';
import { checkDemos } from './demos.ts';
import { checkDuologue } from './duologue.ts';
import { openRedaction, passwordsIn, type Redaction } from './redaction.ts';
import type { Entry } from './run.ts';

interface CheckSettings {
  config: Config;
  accounts: Pick<Providers, 'openai' | 'elevenlabs' | 'paddle' | 'firebase' | 's3' | 'smtp'>;
  publicUrl: string;
  storage: Storage;
  /** Where our pages' content security policy allows audio from; null without a bucket. */
  mediaOrigin: string | null;
  mailer: Mailer | null;
  decode: Decode;
  models(): Promise<ModelSet>;
  onBought(purchase: Purchase): void;
}

/** In the order in which an order needs them. Imported when they run, so `ROLE=web` loads none. */
export function checksOf(settings: CheckSettings): Entry[] {
  const { config, accounts, publicUrl, storage, mediaOrigin, mailer } = settings;
  const { models, onBought } = settings;
  const { firebase, paddle, smtp } = accounts;
  const entries: (Entry | null)[] = [
    // A house may be reachable on its own network only, and has nobody to convince with demos.
    config.house && !publicUrl.startsWith('https:')
      ? null
      : {
          provider: 'Duologue',
          open: async () => checkDuologue({ publicUrl, trustProxy: config.trustProxy }),
        },
    config.house ? null : { provider: 'Duologue', open: async () => checkDemos(publicUrl) },
    firebase && {
      provider: 'Firebase',
      async open() {
        const { firebaseCheck } = await import('./firebaseCheck.ts');
        const { client, certificates } = firebase;
        const { apiKey, authDomain, standin } = client;
        // A stand-in in this process has our own address, whatever its host name.
        const identity =
          standin && new URL(`${standin.url}/identitytoolkit.googleapis.com`, publicUrl).href;
        return firebaseCheck({ apiKey, authDomain, publicUrl, certificates, identity });
      },
    },
    {
      provider: 'OpenAI',
      async open() {
        const { moderation, account } = config.openai;
        const { script: model } = await models();
        const onUsage = (usage: Usage) => onBought({ provider: 'OpenAI', ...usage });
        if (account?.baseUrl) {
          const { compatibleServerCheck } = await import('./compatibleServer.ts');
          const { apiKey, baseUrl } = account;
          return compatibleServerCheck({ account: { apiKey, baseUrl }, model, onUsage });
        }
        const { openaiCheck } = await import('./openaiCheck.ts');
        const search = config.research === 'web';
        return openaiCheck({ account: accounts.openai, model, moderation, search, onUsage });
      },
    },
    paddle && {
      provider: 'Paddle',
      async open() {
        const { paddleCheck } = await import('./paddleCheck.ts');
        return paddleCheck({ account: paddle, publicUrl });
      },
    },
    ...speechChecks(settings),
    mediaOrigin === null
      ? null
      : {
          provider: 'S3',
          async open() {
            const { s3Check } = await import('./s3Check.ts');
            return s3Check({ storage, origin: new URL(publicUrl).origin, mediaOrigin });
          },
        },
    smtp &&
      mailer && {
        provider: 'SMTP',
        async open() {
          const { smtpCheck } = await import('./smtpCheck.ts');
          const supportEmail = config.supportEmail || smtp.from;
          return smtpCheck({ mailer, from: smtp.from, supportEmail });
        },
      },
  ];
  return entries.filter((entry) => entry !== null);
}

function speechChecks({ config, accounts, decode, models, onBought }: CheckSettings): Entry[] {
  const { speechServer } = config;
  const { elevenlabs } = accounts;
  const ofElevenlabs: Entry | null = elevenlabs && {
    provider: 'ElevenLabs',
    async open() {
      const { elevenlabsCheck } = await import('./elevenlabsCheck.ts');
      const { speech: model, format: outputFormat } = await models();
      return elevenlabsCheck({
        ...elevenlabs,
        model,
        outputFormat,
        decode,
        onBought: (characters) => onBought({ provider: 'ElevenLabs', model, characters }),
      });
    },
  };
  const ofServer: Entry | null = speechServer && {
    provider: 'Speech server',
    async open() {
      const { openSpeechServer } = await import('../../sound/speech/openSpeechServer.ts');
      const { speechServerCheck } = await import('./speechServerCheck.ts');
      const { narrator } = openSpeechServer({
        ...speechServer,
        decode,
        patience: { attempts: {}, total: 30_000, idle: 15_000 },
      });
      return speechServerCheck({
        narrator,
        onBought: (characters, seconds) =>
          onBought({ provider: 'Speech server', model: narrator.model, characters, seconds }),
      });
    },
  };
  return [ofElevenlabs, ofServer].filter((entry) => entry !== null);
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
    ...passwordsIn(smtp?.url ?? null),
    ...passwordsIn(config.databaseUrl),
    config.sessionSecret,
    config.metricsToken,
  ]);
}
