import type { Config } from '../config.ts';
import { checkDuologue } from './duologue.ts';
import type { Entry } from './run.ts';
import { openVeil, passwordsIn, type Veil } from './veil.ts';

/** Where each provider is reached, and as whom: as `chooseProviders` answers it. */
export interface Accounts {
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
  /** Origins that the pages may play sound from. */
  mediaOrigins: string[];
}

export interface CheckSettings {
  config: Config;
  accounts: Accounts;
  /** Where visitors reach us. */
  publicUrl: string;
}

/**
 * The checks of all providers, one entry each, in the order of an order's walk. An entry loads its
 * file when it is run: whoever never checks, such as `ROLE=web`, loads nothing for it.
 */
export function checksOf({ config, publicUrl }: CheckSettings): Entry[] {
  return [
    {
      provider: 'Duologue',
      open: async () => checkDuologue({ publicUrl, trustProxy: config.trustProxy }),
    },
  ];
}

/** Hides whatever these settings hold that nobody may read. */
export function veilOf({ config, accounts }: Pick<CheckSettings, 'config' | 'accounts'>): Veil {
  const { openai, elevenlabs, paddle, s3, smtp } = accounts;
  return openVeil([
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
