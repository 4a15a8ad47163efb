import path from 'node:path';
import { type Environment, environment, isOwnModel, ownPrices } from './environment.ts';
import { findFaults, missingProviders } from './faults.ts';

/** Stand-ins offer every model and need no decoding, so we ask them for the quickest one. */
const STANDIN_MODELS = { script: 'gpt-6-luna', speech: 'eleven_flash_v2_5', format: 'pcm_24000' };

/** Per account and month, unless `MINUTES_A_MONTH` is set. */
const HOUSE_MINUTES = 300;
/** US dollars a day, unless `SPENDING_CAP` is set. */
const HOUSE_CAP = 10;

export class ConfigFault extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigFault';
    this.faults = faults;
  }
}

export type Config = ReturnType<typeof readConfig>;

/** An empty variable counts as unset. Throws `ConfigFault` with every fault, a sentence each. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    throw new ConfigFault(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
  }
  const vars = withOwnKey(parsed.data);
  const production = vars.NODE_ENV === 'production';
  const isHouse = vars.SALES === 'off';
  const standins = missingProviders(vars);
  const faults = findFaults(given, vars, standins);
  if (faults.length) throw new ConfigFault(faults);

  /** Either the speech server speaks alone, or ElevenLabs' stand-in. */
  const withoutElevenlabs = vars.SPEECH_BASE_URL
    ? { speech: vars.SPEECH_MODEL, format: vars.SPEECH_FORMAT }
    : STANDIN_MODELS;
  return freezeAll({
    production,
    port: vars.PORT,
    /** Stand-ins answer anyone who can reach them, so beside them we listen on loopback only. */
    host: vars.HOST ?? (standins.some((name) => name !== 'PostgreSQL') ? '127.0.0.1' : '0.0.0.0'),
    dataDir: path.resolve(vars.DATA_DIR),
    /** `web` serves requests, `worker` makes episodes and serves only its probes, `all` does both. */
    role: vars.ROLE,
    publicUrl: vars.PUBLIC_URL ?? null,
    /** Null where episodes are sold. A house without a bucket keeps sound in a folder. */
    house: isHouse
      ? {
          signups: vars.SIGNUPS !== 'off',
          minutesAMonth: vars.MINUTES_A_MONTH ?? HOUSE_MINUTES,
        }
      : null,
    /** `SALES=on` is set, which it takes to sell on a house's database. */
    opensSales: vars.SALES === 'on',
    sessionSecret: vars.SESSION_SECRET ?? null,
    hstsSubdomains: vars.HSTS_SUBDOMAINS,
    trustProxy: readTrustProxy(vars.TRUST_PROXY),
    adminEmails: vars.ADMIN_EMAILS.split(',')
      .map((address) => address.trim().toLowerCase())
      .filter(Boolean),
    legal: { name: vars.LEGAL_NAME, address: vars.LEGAL_ADDRESS },
    /** Empty in a house that set none, because nobody reads the example address. */
    supportEmail: vars.SUPPORT_EMAIL ?? (isHouse ? '' : 'support@duologue.example'),
    /** Bearer token of `/metrics`; null switches measuring off. */
    metricsToken: vars.METRICS_TOKEN ?? null,
    pixelId: vars.PIXEL_ID ?? null,
    ffmpegPath: vars.FFMPEG_PATH ?? null,
    /** The first start makes demos; never with a real account, where they cost money. */
    makesSamples:
      vars.SAMPLES === 'on' &&
      !vars.OPENAI_API_KEY &&
      !vars.ELEVENLABS_API_KEY &&
      !vars.SPEECH_BASE_URL,
    standins,
    allowStandins: vars.ALLOW_STANDINS,
    standinsUrl: vars.STANDINS_URL ?? null,
    databaseUrl: vars.DATABASE_URL ?? null,
    /** US dollars, in the units of `Prices`. */
    ownPrices: ownPrices(vars),
    /**
     * `web` includes Wikipedia. Beside OpenAI's stand-in both are stand-ins; `wikipedia` never is.
     */
    research: vars.RESEARCH ?? defaultResearch(vars),
    /** US dollars a day at all providers; null for no limit. */
    spendingCap: vars.SPENDING_CAP ?? (isHouse ? HOUSE_CAP : null),
    /** US dollars a day that previews may cost, out of `spendingCap`. */
    previewCap: vars.PREVIEW_CAP,
    /** Null for the best that the account has. */
    models: {
      script: vars.OPENAI_MODEL ?? (vars.OPENAI_API_KEY ? null : STANDIN_MODELS.script),
      speech: vars.ELEVENLABS_MODEL ?? (vars.ELEVENLABS_API_KEY ? null : withoutElevenlabs.speech),
      format:
        vars.ELEVENLABS_OUTPUT_FORMAT ??
        (vars.ELEVENLABS_API_KEY ? null : withoutElevenlabs.format),
    },
    openai: {
      moderation: (vars.OPENAI_MODERATION ?? (isOwnModel(vars) ? 'off' : 'on')) === 'on',
      account: vars.OPENAI_API_KEY
        ? {
            apiKey: vars.OPENAI_API_KEY,
            baseUrl: vars.OPENAI_BASE_URL ?? null,
            isOwn: !isOfOpenai(vars.OPENAI_BASE_URL),
          }
        : null,
    },
    elevenlabs: {
      concurrency: vars.ELEVENLABS_CONCURRENCY,
      account: vars.ELEVENLABS_API_KEY
        ? { apiKey: vars.ELEVENLABS_API_KEY, baseUrl: vars.ELEVENLABS_BASE_URL ?? null }
        : null,
    },
    speechServer: vars.SPEECH_BASE_URL
      ? {
          baseUrl: vars.SPEECH_BASE_URL,
          apiKey: vars.SPEECH_API_KEY ?? null,
          model: vars.SPEECH_MODEL,
          format: vars.SPEECH_FORMAT,
          voices: vars.SPEECH_VOICES ?? null,
          concurrency: vars.SPEECH_CONCURRENCY,
        }
      : null,
    /** Paddle's list price, unless another was agreed on. */
    paymentFee: { percent: vars.PADDLE_FEE_PERCENT, cents: vars.PADDLE_FEE_CENTS },
    paddle:
      vars.PADDLE_API_KEY && vars.PADDLE_WEBHOOK_SECRET && vars.PADDLE_CLIENT_TOKEN
        ? {
            apiKey: vars.PADDLE_API_KEY,
            webhookSecret: vars.PADDLE_WEBHOOK_SECRET,
            clientToken: vars.PADDLE_CLIENT_TOKEN,
            environment: vars.PADDLE_ENVIRONMENT,
          }
        : null,
    firebase:
      vars.FIREBASE_API_KEY && vars.FIREBASE_PROJECT_ID
        ? {
            apiKey: vars.FIREBASE_API_KEY,
            projectId: vars.FIREBASE_PROJECT_ID,
            authDomain: vars.FIREBASE_AUTH_DOMAIN ?? `${vars.FIREBASE_PROJECT_ID}.firebaseapp.com`,
            tokenSyncUrl: vars.FIREBASE_TOKEN_SYNC_URL ?? null,
          }
        : null,
    s3:
      vars.S3_BUCKET && vars.S3_REGION && vars.S3_ACCESS_KEY_ID && vars.S3_SECRET_ACCESS_KEY
        ? {
            bucket: vars.S3_BUCKET,
            region: vars.S3_REGION,
            accessKeyId: vars.S3_ACCESS_KEY_ID,
            secretAccessKey: vars.S3_SECRET_ACCESS_KEY,
            endpoint: vars.S3_ENDPOINT ?? null,
            publicEndpoint: vars.S3_PUBLIC_ENDPOINT ?? vars.S3_ENDPOINT ?? null,
          }
        : null,
    smtp: vars.SMTP_URL && vars.MAIL_FROM ? { url: vars.SMTP_URL, from: vars.MAIL_FROM } : null,
  });
}

function freezeAll<T extends object>(value: T): Readonly<T> {
  for (const field of Object.values(value)) {
    if (typeof field === 'object' && field !== null) freezeAll(field);
  }
  return Object.freeze(value);
}

/** An own model needs no key, but the SDK does. */
function withOwnKey(vars: Environment): Environment {
  return isOwnModel(vars)
    ? { ...vars, OPENAI_API_KEY: vars.OPENAI_API_KEY ?? 'no-key-needed' }
    : vars;
}

/** Includes the addresses of OpenAI's regions. */
const isOfOpenai = (address: string | undefined) =>
  !address || /(^|\.)openai\.com$/.test(new URL(address).hostname);

function defaultResearch(vars: Environment): 'off' | 'wikipedia' | 'web' {
  if (!vars.OPENAI_API_KEY) return 'off';
  return isOwnModel(vars) ? 'wikipedia' : 'web';
}

/** Express's `trust proxy`: a hop count, or a list of addresses; unset trusts nobody. */
function readTrustProxy(value: string | undefined): number | string | false {
  if (!value || value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}
