import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { listedPrices, type OwnPrices } from './costs/priceList.ts';
import { isPublicAddress } from './research/addresses.ts';
import { readNamedVoices } from './speech/namedVoices.ts';

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((word) => word === 'true' || word === '1');
const url = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));
const dollars = z.coerce.number().min(0);
/** Goes into a header. Whoever copied an example as it stands has its "…" here. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must be the key itself, without spaces and without "…"');
const port = z.coerce.number().int().min(0).max(65_535);

/** Stand-ins offer every model and need no decoding, so we ask them for the quickest one. */
const STANDIN_MODELS = { script: 'gpt-6-luna', speech: 'eleven_flash_v2_5', format: 'pcm_24000' };

/** Every variable the server reads. `.env.example` lists the same names; a test compares them. */
export const environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  DATA_DIR: z.string().default('.data'),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  PUBLIC_URL: url.optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  HSTS_SUBDOMAINS: flag.default(false),
  TRUST_PROXY: z
    .string()
    .trim()
    .refine(isTrustable, 'must be a number of proxies, or addresses separated by commas')
    .optional(),
  ADMIN_EMAILS: z.string().default(''),
  LEGAL_NAME: z.string().default('Duologue'),
  LEGAL_ADDRESS: z.string().default(''),
  SUPPORT_EMAIL: z.email().default('support@duologue.example'),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'must have at least 16 characters and no space')
    .optional(),
  PIXEL_ID: z
    .string()
    .regex(/^\d{5,20}$/, 'must be the number of a Meta pixel')
    .optional(),
  FFMPEG_PATH: z.string().optional(),
  SAMPLES: z.enum(['on', 'off']).default('on'),
  ALLOW_STANDINS: flag.default(false),
  STANDINS_URL: url.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  OPENAI_API_KEY: key.optional(),
  OPENAI_BASE_URL: url.optional(),
  OPENAI_MODEL: z.string().optional(),
  OPENAI_MODERATION: z.enum(['on', 'off']).optional(),
  OPENAI_PRICE_INPUT: dollars.optional(),
  OPENAI_PRICE_CACHED_INPUT: dollars.optional(),
  OPENAI_PRICE_CACHE_WRITE: dollars.optional(),
  OPENAI_PRICE_OUTPUT: dollars.optional(),
  ELEVENLABS_API_KEY: key.optional(),
  ELEVENLABS_BASE_URL: url.optional(),
  ELEVENLABS_MODEL: z.string().optional(),
  ELEVENLABS_OUTPUT_FORMAT: z
    .string()
    .regex(
      /^(pcm_(16000|22050|24000|44100|48000)|mp3_44100_(128|192))$/,
      'must be pcm_16000, 22050, 24000, 44100, 48000, mp3_44100_128 or mp3_44100_192',
    )
    .optional(),
  ELEVENLABS_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(5),
  ELEVENLABS_PRICE: dollars.optional(),
  SPEECH_BASE_URL: url.optional(),
  SPEECH_API_KEY: key.optional(),
  SPEECH_MODEL: z.string().default('tts-1'),
  SPEECH_FORMAT: z.enum(['wav', 'pcm', 'mp3']).default('wav'),
  SPEECH_VOICES: z
    .string()
    .transform((text, context) => {
      const voices = readNamedVoices(text);
      if (typeof voices !== 'string') return voices;
      context.addIssue(voices);
      return z.NEVER;
    })
    .optional(),
  SPEECH_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(2),
  SPEECH_PRICE: dollars.optional(),
  SPEECH_PRICE_MINUTE: dollars.optional(),
  RESEARCH: z.enum(['off', 'wikipedia', 'web']).optional(),
  SALES: z.enum(['on', 'off']).optional(),
  SIGNUPS: z.enum(['on', 'off']).optional(),
  MINUTES_A_MONTH: z.coerce.number().int().min(0).max(100_000).optional(),
  SPENDING_CAP: dollars.optional(),
  PREVIEW_CAP: dollars.default(10),
  PADDLE_API_KEY: z.string().optional(),
  PADDLE_WEBHOOK_SECRET: z.string().optional(),
  PADDLE_CLIENT_TOKEN: z.string().optional(),
  PADDLE_ENVIRONMENT: z.enum(['sandbox', 'production']).default('production'),
  FIREBASE_API_KEY: z.string().optional(),
  FIREBASE_PROJECT_ID: z.string().optional(),
  FIREBASE_AUTH_DOMAIN: z.hostname().optional(),
  FIREBASE_TOKEN_SYNC_URL: z.string().startsWith('/').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_ENDPOINT: url.optional(),
  S3_PUBLIC_ENDPOINT: url.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().optional(),
});
type Environment = z.infer<typeof environment>;

/** Minutes of episodes that each account of a house may order in a month. */
const HOUSE_MINUTES = 300;
/** US dollars that a house spends in a day at most, unless it says otherwise. */
const HOUSE_CAP = 10;

/**
 * The variables that make each provider real. `needs` must all be set together; some without the
 * others is a mistake. `extras` make no sense without `needs`.
 */
export const providers = {
  PostgreSQL: { needs: ['DATABASE_URL'], extras: [] },
  OpenAI: { needs: ['OPENAI_API_KEY'], extras: ['OPENAI_BASE_URL'] },
  ElevenLabs: { needs: ['ELEVENLABS_API_KEY'], extras: ['ELEVENLABS_BASE_URL'] },
  Paddle: {
    needs: ['PADDLE_API_KEY', 'PADDLE_WEBHOOK_SECRET', 'PADDLE_CLIENT_TOKEN'],
    extras: [],
  },
  Firebase: {
    needs: ['FIREBASE_API_KEY', 'FIREBASE_PROJECT_ID'],
    extras: ['FIREBASE_AUTH_DOMAIN', 'FIREBASE_TOKEN_SYNC_URL'],
  },
  S3: {
    needs: ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    extras: ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT'],
  },
  SMTP: { needs: ['SMTP_URL', 'MAIL_FROM'], extras: [] },
} as const satisfies Record<
  string,
  { needs: (keyof Environment)[]; extras: (keyof Environment)[] }
>;
export type ProviderName = keyof typeof providers;

/** All faults of the environment at once, one sentence each. */
export class ConfigFault extends Error {
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.name = 'ConfigFault';
    this.faults = faults;
  }
}

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the environment once. An empty variable counts as unset; a provider that is null is a
 * stand-in. Throws `ConfigFault` with every fault found.
 */
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
  const faults = [
    ...halfConfigured(vars),
    ...(production && !vars.ALLOW_STANDINS ? missingInProduction(standins) : []),
    ...realKeysBesideStandins(vars),
    ...aloneInItsRole(vars, standins),
    ...uncheckedTokens(given),
    ...unknownPrices(vars),
    ...unknownModel(vars),
    ...aloneWithoutServer(given),
    ...houseFaults(given),
  ];
  if (faults.length) throw new ConfigFault(faults);

  /** Its stand-in speaks, or the speech server alone. */
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
    /**
     * `SALES=off`: nothing is sold here, and each account has `minutesAMonth`; null where episodes are
     * sold. Without a bucket sound is in a folder then, and letters and Google may be missing.
     */
    house: isHouse
      ? {
          signups: vars.SIGNUPS !== 'off',
          minutesAMonth: vars.MINUTES_A_MONTH ?? HOUSE_MINUTES,
        }
      : null,
    /** Whether `SALES=on` was said: what it takes to sell on the database of a house. */
    opensSales: vars.SALES === 'on',
    sessionSecret: vars.SESSION_SECRET ?? null,
    /** Whether HSTS includes subdomains. */
    hstsSubdomains: vars.HSTS_SUBDOMAINS,
    trustProxy: readTrustProxy(vars.TRUST_PROXY),
    adminEmails: vars.ADMIN_EMAILS.split(',')
      .map((address) => address.trim().toLowerCase())
      .filter(Boolean),
    legal: { name: vars.LEGAL_NAME, address: vars.LEGAL_ADDRESS },
    supportEmail: vars.SUPPORT_EMAIL,
    /** The bearer token of `/metrics`; null switches measuring off. */
    metricsToken: vars.METRICS_TOKEN ?? null,
    /** The marketing pixel; null for none. */
    pixelId: vars.PIXEL_ID ?? null,
    ffmpegPath: vars.FFMPEG_PATH ?? null,
    /** Whether the first start makes demos; never with a real account, where they cost money. */
    makesSamples:
      vars.SAMPLES === 'on' &&
      !vars.OPENAI_API_KEY &&
      !vars.ELEVENLABS_API_KEY &&
      !vars.SPEECH_BASE_URL,
    /** Providers that are stand-ins, by name. */
    standins,
    allowStandins: vars.ALLOW_STANDINS,
    standinsUrl: vars.STANDINS_URL ?? null,
    databaseUrl: vars.DATABASE_URL ?? null,
    /** US dollars: per million tokens, and per thousand characters. */
    ownPrices: ownPrices(vars),
    /**
     * What is read up on: nothing, Wikipedia, or the web and Wikipedia. With a stand-in for OpenAI,
     * `web` is a web of stand-ins; Wikipedia is always the real one.
     */
    research: vars.RESEARCH ?? defaultResearch(vars),
    /** US dollars that may be spent at providers in a day; null for no limit. */
    spendingCap: vars.SPENDING_CAP ?? (isHouse ? HOUSE_CAP : null),
    /** US dollars of those that previews may cost in a day. */
    previewCap: vars.PREVIEW_CAP,
    /** The models that make episodes; null for the best that the account has. */
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
        ? { apiKey: vars.OPENAI_API_KEY, baseUrl: vars.OPENAI_BASE_URL ?? null }
        : null,
    },
    elevenlabs: {
      concurrency: vars.ELEVENLABS_CONCURRENCY,
      account: vars.ELEVENLABS_API_KEY
        ? { apiKey: vars.ELEVENLABS_API_KEY, baseUrl: vars.ELEVENLABS_BASE_URL ?? null }
        : null,
    },
    /** The second voice: a server that speaks OpenAI's protocol for speech; null for none. */
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

/** Freezes nested objects, too: the configuration never changes while the process runs. */
function freezeAll<T extends object>(value: T): Readonly<T> {
  for (const field of Object.values(value)) {
    if (typeof field === 'object' && field !== null) freezeAll(field);
  }
  return Object.freeze(value);
}

function names(): ProviderName[] {
  return Object.keys(providers) as ProviderName[];
}

/** What a house can do without, or has its own default for. */
const SPARED_BY_A_HOUSE: ProviderName[] = ['PostgreSQL', 'Paddle', 'Firebase', 'S3', 'SMTP'];

/** A speech server needs no ElevenLabs beside it, and so no stand-in of it. */
function missingProviders(vars: Environment): ProviderName[] {
  return names().filter(
    (name) =>
      !providers[name].needs.every((need) => vars[need]) &&
      !(name === 'ElevenLabs' && vars.SPEECH_BASE_URL) &&
      !(vars.SALES === 'off' && SPARED_BY_A_HOUSE.includes(name)),
  );
}

/** What contradicts `SALES`: half a till in a house, or a house's settings where episodes are sold. */
function houseFaults(given: Record<string, unknown>): string[] {
  const isHouse = given.SALES === 'off';
  const variables = isHouse
    ? [...providers.Paddle.needs, 'PADDLE_ENVIRONMENT', 'PIXEL_ID']
    : ['SIGNUPS', 'MINUTES_A_MONTH'];
  const found = variables.filter((name) => given[name]);
  if (!found.length) return [];
  return [
    isHouse
      ? `SALES=off sells nothing, so ${found.join(', ')} would never be used: leave out the one or the other`
      : `${found.join(', ')} without SALES=off: where episodes are sold nothing would use it`,
  ];
}

/**
 * A house's model on a machine of its own: it costs nothing, and has neither a web search nor a
 * moderation. Where episodes are sold, such an address may be a proxy in front of OpenAI.
 */
function isOwnModel({ SALES, OPENAI_BASE_URL: address }: Environment): boolean {
  return SALES === 'off' && address !== undefined && isOwnMachine(address);
}

/** Such a model asks for no key; the SDK does. */
function withOwnKey(vars: Environment): Environment {
  return isOwnModel(vars)
    ? { ...vars, OPENAI_API_KEY: vars.OPENAI_API_KEY ?? 'no-key-needed' }
    : vars;
}

/** The list that a model is otherwise chosen from has none of those that people run themselves. */
function unknownModel(vars: Environment): string[] {
  if (!isOwnModel(vars) || vars.OPENAI_MODEL) return [];
  return [`OPENAI_BASE_URL is a server of yours: set OPENAI_MODEL to a model that it has`];
}

function defaultResearch(vars: Environment): 'off' | 'wikipedia' | 'web' {
  if (!vars.OPENAI_API_KEY) return 'off';
  return isOwnModel(vars) ? 'wikipedia' : 'web';
}

function halfConfigured(vars: Environment): string[] {
  return names().flatMap((name) => {
    const { needs, extras } = providers[name];
    const missing = needs.filter((need) => !vars[need]);
    const present = [...needs, ...extras].filter((variable) => vars[variable]);
    if (!missing.length || !present.length) return [];
    return [`${name} is half-configured: ${present.join(', ')} without ${missing.join(', ')}`];
  });
}

function missingInProduction(missing: ProviderName[]): string[] {
  return missing.map(
    (name) =>
      `${name} is not configured: set ${providers[name].needs.join(', ')}${name === 'ElevenLabs' ? ', or SPEECH_BASE_URL for a speech server of your own' : ''} (or ALLOW_STANDINS=true)`,
  );
}

/** Web and worker processes share a database and providers, which must therefore live outside both. */
function aloneInItsRole(vars: Environment, standins: ProviderName[]): string[] {
  if (vars.ROLE === 'all') return [];
  const missing = [
    ...(vars.DATABASE_URL ? [] : ['DATABASE_URL']),
    ...(vars.STANDINS_URL || standins.every((name) => name === 'PostgreSQL')
      ? []
      : ['STANDINS_URL (or every provider)']),
    // A folder is this machine's own.
    ...(vars.SALES === 'off' ? providers.S3.needs.filter((need) => !vars[need]) : []),
  ];
  if (!missing.length) return [];
  return [`ROLE=${vars.ROLE} is half of the product: set ${missing.join(' and ')} for both halves`];
}

function realKeysBesideStandins(vars: Environment): string[] {
  const addresses = ['OPENAI_BASE_URL', 'ELEVENLABS_BASE_URL', 'S3_ENDPOINT'] as const;
  return addresses
    .filter((name) => vars[name]?.includes('/standins/'))
    .map((name) => `${name} is a stand-in's address: leave the provider unset instead`);
}

function ownPrices(vars: Environment): OwnPrices {
  const free = isOwnModel(vars) ? 0 : undefined;
  return {
    input: vars.OPENAI_PRICE_INPUT ?? free,
    cachedInput: vars.OPENAI_PRICE_CACHED_INPUT ?? free,
    cacheWrite: vars.OPENAI_PRICE_CACHE_WRITE ?? free,
    output: vars.OPENAI_PRICE_OUTPUT ?? free,
    characters: vars.ELEVENLABS_PRICE,
    server: vars.SPEECH_BASE_URL
      ? {
          model: vars.SPEECH_MODEL,
          characters: vars.SPEECH_PRICE ?? (isOwnMachine(vars.SPEECH_BASE_URL) ? 0 : undefined),
          minutes: vars.SPEECH_PRICE_MINUTE,
        }
      : null,
  };
}

/** A real model without a known price would make every sum and the spending cap wrong. */
function unknownPrices(vars: Environment): string[] {
  const { OPENAI_MODEL: script, ELEVENLABS_MODEL: speech } = vars;
  const lacks = (model: string, names: (keyof ReturnType<typeof listedPrices>)[]) => {
    const prices = listedPrices(model, ownPrices(vars));
    return names.some((name) => prices[name] === null);
  };
  return [
    ...(vars.OPENAI_API_KEY && script && lacks(script, ['input', 'output'])
      ? [
          `OPENAI_MODEL=${script} is not in the price list: set OPENAI_PRICE_INPUT and OPENAI_PRICE_OUTPUT`,
        ]
      : []),
    ...(vars.ELEVENLABS_API_KEY && speech && lacks(speech, ['characters'])
      ? [`ELEVENLABS_MODEL=${speech} is not in the price list: set ELEVENLABS_PRICE`]
      : []),
    ...(vars.SPEECH_BASE_URL &&
    lacks(vars.SPEECH_MODEL, ['characters']) &&
    lacks(vars.SPEECH_MODEL, ['minutes'])
      ? [
          `What ${new URL(vars.SPEECH_BASE_URL).hostname} takes for SPEECH_MODEL=${vars.SPEECH_MODEL} is not known: set SPEECH_PRICE or SPEECH_PRICE_MINUTE (0 if it is free)`,
        ]
      : []),
  ];
}

/** Whether a server runs on this machine or in its network, where speech costs nothing. */
function isOwnMachine(address: string): boolean {
  const { hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host)) return !host.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(host);
  return !isPublicAddress(host);
}

/** What makes no sense without a speech server. */
function aloneWithoutServer(given: Record<string, unknown>): string[] {
  if (given.SPEECH_BASE_URL) return [];
  const alone = Object.keys(given).filter((name) => name.startsWith('SPEECH_'));
  return alone.length
    ? [`${alone.join(', ')} without SPEECH_BASE_URL: nothing would speak with it`]
    : [];
}

/** With this variable firebase-admin accepts unsigned tokens. */
function uncheckedTokens(given: Record<string, unknown>): string[] {
  const name = 'FIREBASE_AUTH_EMULATOR_HOST';
  return given[name] ? [`${name} switches off the check of Google's tokens: unset it`] : [];
}

/** Whether Express accepts it. We refuse `true`, with which anybody could claim any address. */
function isTrustable(value: string): boolean {
  if (value === 'false' || /^\d+$/.test(value)) return true;
  return value.split(',').every((part) => isNetwork(part.trim()));
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', range, ...rest] = text.split('/');
  const kind = isIP(address);
  if (!kind || rest.length) return false;
  if (range === undefined || (kind === 4 && isIP(range) === 4)) return true;
  return /^\d+$/.test(range) && Number(range) > 0 && Number(range) <= (kind === 6 ? 128 : 32);
}

/** Express's `trust proxy`: a hop count, or a list of addresses; unset trusts nobody. */
function readTrustProxy(value: string | undefined): number | string | false {
  if (!value || value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}
