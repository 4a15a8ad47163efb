import { isIP } from 'node:net';
import { z } from 'zod';
import { isPublicAddress } from '../../reading/web/addresses.ts';
import { readNamedVoices } from '../../sound/speech/readVoices.ts';
import type { OwnPrices } from '../costs/priceList.ts';

const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((word) => word === 'true' || word === '1');
const url = z.url({ protocol: /^https?$/ }).transform((address) => address.replace(/\/+$/, ''));
const dollars = z.coerce.number().min(0);
/** Goes into a header. A key copied from an example as it stands has its "…" here. */
const key = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/, 'must be the key itself, without spaces and without "…"');
const port = z.coerce.number().int().min(0).max(65_535);

/** `.env.example` lists the same names; a test compares them. */
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
  SUPPORT_EMAIL: z.email().optional(),
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
  PADDLE_FEE_PERCENT: z.coerce.number().min(0).max(100).default(5),
  PADDLE_FEE_CENTS: z.coerce.number().int().min(0).default(50),
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
export type Environment = z.infer<typeof environment>;

/** `needs` must all be set together; `extras` make no sense without them. */
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

/** Refuses Express's `true`, with which anybody could claim any address. */
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

/**
 * A house's model on its own machine: it costs nothing, and has neither web search nor moderation.
 * Where episodes are sold, such an address may be a proxy in front of OpenAI.
 */
export function isOwnModel({ SALES, OPENAI_BASE_URL: address }: Environment): boolean {
  return SALES === 'off' && address !== undefined && isOwnMachine(address);
}

/** This machine, or one in its network: speech costs nothing there. */
function isOwnMachine(address: string): boolean {
  const { hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (!isIP(host)) return !host.includes('.') || /\.(local|internal|lan|home\.arpa)$/.test(host);
  return !isPublicAddress(host);
}

export function ownPrices(vars: Environment): OwnPrices {
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
