import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import express from 'express';
import { describe, expect, test } from 'vitest';
import { ConfigFault, readConfig } from '../supply/config/config.ts';
import { environment } from '../supply/config/environment.ts';

const example = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
/** Read by the stand-ins' own process, which knows nothing of the product's configuration. */
const ofStandins = ['STANDINS_PORT'];

const real = {
  DATABASE_URL: 'postgres://user:word@db.example/duologue',
  OPENAI_API_KEY: 'key',
  ELEVENLABS_API_KEY: 'key',
  PADDLE_API_KEY: 'key',
  PADDLE_WEBHOOK_SECRET: 'secret',
  PADDLE_CLIENT_TOKEN: 'token',
  FIREBASE_API_KEY: 'key',
  FIREBASE_PROJECT_ID: 'project',
  S3_BUCKET: 'bucket',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  SMTP_URL: 'smtps://user:word@mail.example:465',
  MAIL_FROM: 'Duologue <hello@duologue.example>',
};

test('ROLE=web requires the database and the providers that it shares with the worker', () => {
  expect(readConfig({ ...real, ROLE: 'worker' }).role).toBe('worker');
  expect(readConfig({}).role).toBe('all');
  expect(faultsOf({ ROLE: 'web' })).toEqual([
    'ROLE=web is half of the product: set DATABASE_URL and STANDINS_URL (or every provider) for both halves',
  ]);
  const shared = {
    DATABASE_URL: 'postgres://db/one',
    STANDINS_URL: 'http://127.0.0.1:1/standins',
  };
  expect(readConfig({ ...shared, ROLE: 'web' }).role).toBe('web');
  expect(faultsOf({ ROLE: 'cook' }).join()).toContain('ROLE');
});

describe('.env.example', () => {
  test('.env.example lists every variable that the code reads, and no other', () => {
    const listed = Object.keys(parseEnv(example));
    expect(listed.toSorted()).toEqual(
      [...Object.keys(environment.shape), ...ofStandins].toSorted(),
    );
  });

  test('.env.example explains every variable, or the group it is in', () => {
    for (const group of example.split('\n\n').filter((text) => /^\w+=/m.test(text))) {
      expect(group).toMatch(/^# .{10}/);
    }
  });

  test('an unchanged copy of .env.example changes nothing', () => {
    expect(readConfig(parseEnv(example))).toEqual(readConfig({}));
  });
});

test('an empty environment runs the whole product on stand-ins, for this machine only', () => {
  const config = readConfig({});
  expect(config.standins).toEqual([
    'PostgreSQL',
    'OpenAI',
    'ElevenLabs',
    'Paddle',
    'Firebase',
    'S3',
    'SMTP',
  ]);
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', production: false });
  expect(config.dataDir).toBe(path.resolve('.data'));
});

test('with every provider configured there is no stand-in, and the server listens everywhere', () => {
  const config = readConfig({ ...real, NODE_ENV: 'production' });
  expect(config.standins).toEqual([]);
  expect(config).toMatchObject({ host: '0.0.0.0', production: true });
});

test('sample episodes are made only while the text and speech providers are stand-ins', () => {
  expect(readConfig({}).makesSamples).toBe(true);
  expect(readConfig({ SAMPLES: 'off' }).makesSamples).toBe(false);
  expect(readConfig({ OPENAI_API_KEY: 'key' }).makesSamples).toBe(false);
  expect(readConfig({ ELEVENLABS_API_KEY: 'key' }).makesSamples).toBe(false);
});

test('production without providers names every missing variable at once', () => {
  const faults = faultsOf({ NODE_ENV: 'production' }).join('\n');
  for (const name of Object.keys(real)) expect(faults).toContain(name);
});

test('production starts with stand-ins when ALLOW_STANDINS is true', () => {
  const config = readConfig({ NODE_ENV: 'production', ALLOW_STANDINS: 'true' });
  expect(config).toMatchObject({ production: true, allowStandins: true, host: '127.0.0.1' });
});

test.each<[string, Record<string, string>, RegExp[]]>([
  ['a port that is no number', { PORT: 'http' }, [/^PORT: /]],
  ['a port out of range', { PORT: '70000' }, [/^PORT: /]],
  ['a misspelt mode', { NODE_ENV: 'prod' }, [/^NODE_ENV: /]],
  ['a short session secret', { SESSION_SECRET: 'hush' }, [/^SESSION_SECRET: .*32/]],
  ['a database of another kind', { DATABASE_URL: 'mysql://db/x' }, [/^DATABASE_URL: /]],
  ['a flag that is neither true nor false', { ALLOW_STANDINS: 'maybe' }, [/^ALLOW_STANDINS: /]],
  ['a key as an example has it', { OPENAI_API_KEY: 'sk-…' }, [/^OPENAI_API_KEY: .*the key itself/]],
  ['a key with a remark', { ELEVENLABS_API_KEY: 'sk_1 mine' }, [/^ELEVENLABS_API_KEY: .*spaces/]],
  ['an unknown speech format', { ELEVENLABS_OUTPUT_FORMAT: 'mp3_44100' }, [/FORMAT: .*pcm/]],
  ['a pair of wrong values', { PORT: '-1', PUBLIC_URL: 'here' }, [/^PORT: /, /^PUBLIC_URL: /]],
  [
    'Paddle without its webhook secret',
    { PADDLE_API_KEY: 'key', PADDLE_CLIENT_TOKEN: 'token' },
    [/^Paddle is half-configured: .*PADDLE_API_KEY.* without PADDLE_WEBHOOK_SECRET$/],
  ],
  ['an S3 endpoint without a bucket', { S3_ENDPOINT: 'https://s3.example' }, [/^S3 .*S3_BUCKET/]],
  ['a mail server without a sender', { SMTP_URL: 'smtp://mail.example' }, [/MAIL_FROM/]],
  [
    'a real key sent to a stand-in',
    { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'http://127.0.0.1:3900/standins/openai/v1' },
    [/^OPENAI_BASE_URL is a stand-in's address/],
  ],
  [
    'production with one provider missing',
    { ...real, NODE_ENV: 'production', ELEVENLABS_API_KEY: '' },
    [/^ElevenLabs is not configured: set ELEVENLABS_API_KEY, or SPEECH_BASE_URL/],
  ],
  [
    'a voice without a speech server',
    { SPEECH_MODEL: 'kokoro', SPEECH_API_KEY: 'key' },
    [/^SPEECH_MODEL, SPEECH_API_KEY without SPEECH_BASE_URL/],
  ],
  [
    'a speech server whose voices cannot be read',
    { SPEECH_BASE_URL: 'http://127.0.0.1:8880/v1', SPEECH_VOICES: 'Heart' },
    [/^SPEECH_VOICES: Heart is not a voice: write/],
  ],
  [
    'somebody else’s speech server of unknown price',
    { SPEECH_BASE_URL: 'https://voices.example/v1', SPEECH_MODEL: 'kokoro' },
    [/^What voices\.example charges for SPEECH_MODEL=kokoro is not known: set SPEECH_PRICE or/],
  ],
])('%s is refused, and the error names the variable', (_, env, expected) => {
  const faults = faultsOf(env);
  expect(faults).toHaveLength(expected.length);
  for (const [index, fault] of faults.entries()) expect(fault).toMatch(expected[index] ?? '');
});

test('a speech server speaks alone, or beside ElevenLabs, and needs no stand-in of it', () => {
  const server = { SPEECH_BASE_URL: 'http://127.0.0.1:8880/v1/', SPEECH_VOICES: 'a: Ann, female' };
  const alone = readConfig({ ...real, ...server, NODE_ENV: 'production', ELEVENLABS_API_KEY: '' });
  expect(alone.standins).toEqual([]);
  expect(alone.models).toMatchObject({ speech: 'tts-1', format: 'wav' });
  expect(alone.speechServer).toMatchObject({
    baseUrl: 'http://127.0.0.1:8880/v1',
    apiKey: null,
    voices: [{ id: 'a', name: 'Ann', gender: 'Female', accent: null }],
  });
  const both = readConfig({ ...real, ...server });
  expect(both.models.speech).toBeNull();
  expect(both.speechServer).not.toBeNull();
  expect(readConfig(server).standins).not.toContain('ElevenLabs');
  expect(readConfig({}).speechServer).toBeNull();
});

describe('SALES=off', () => {
  const writer = { OPENAI_BASE_URL: 'http://model.lan:11434/v1', OPENAI_MODEL: 'qwen3:8b' };
  const speaker = { SPEECH_BASE_URL: 'http://127.0.0.1:8880/v1' };
  const house = { SALES: 'off', ...writer, ...speaker };

  test('needs a writer and a voice in production, and nothing else', () => {
    const config = readConfig({ ...house, NODE_ENV: 'production' });
    expect(config.standins).toEqual([]);
    expect(config).toMatchObject({ paddle: null, firebase: null, s3: null, smtp: null });
    expect(config).toMatchObject({ host: '0.0.0.0', databaseUrl: null });
    expect(config.house).toEqual({ signups: true, minutesAMonth: 300 });
    expect(faultsOf({ SALES: 'off', NODE_ENV: 'production' }).join('\n')).toMatch(
      /^OpenAI is not configured.*\nElevenLabs is not configured.*SPEECH_BASE_URL.*$/,
    );
  });

  test('with a model in one’s own network nothing is paid, searched or moderated at OpenAI', () => {
    const config = readConfig(house);
    expect(config.openai).toEqual({
      moderation: false,
      account: { apiKey: 'no-key-needed', baseUrl: 'http://model.lan:11434/v1', isOwn: true },
    });
    const ofOpenai = { OPENAI_BASE_URL: 'https://eu.api.openai.com/v1', OPENAI_API_KEY: 'sk-1' };
    expect(readConfig(ofOpenai).openai.account?.isOwn).toBe(false);
    expect(config.research).toBe('wikipedia');
    expect(config.ownPrices).toMatchObject({ input: 0, cachedInput: 0, output: 0 });
    const asked = { RESEARCH: 'web', OPENAI_MODERATION: 'on', OPENAI_PRICE_OUTPUT: '2' };
    expect(readConfig({ ...house, ...asked })).toMatchObject({
      research: 'web',
      openai: { moderation: true },
      ownPrices: { output: 2 },
    });
  });

  test.each([
    ['OpenAI itself', { OPENAI_API_KEY: 'key' }],
    ['a server elsewhere', { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: 'https://models.example/v1' }],
  ])('with %s the topic is moderated and prices are those of the list', (_, env) => {
    const config = readConfig({ SALES: 'off', ...speaker, ...env });
    expect(config.openai.moderation).toBe(true);
    expect(config.research).toBe('web');
    expect(config.ownPrices.input).toBeUndefined();
  });

  test('where episodes are sold, a proxy on the same machine changes none of that', () => {
    const config = readConfig({ ...writer, OPENAI_MODEL: 'gpt-6-luna', OPENAI_API_KEY: 'key' });
    expect(config.openai.moderation).toBe(true);
    expect(config.research).toBe('web');
    expect(config.ownPrices.input).toBeUndefined();
  });

  test('has a spending cap unless it says otherwise, and minutes a month', () => {
    expect(readConfig({}).spendingCap).toBeNull();
    expect(readConfig({ SALES: 'off' }).spendingCap).toBe(10);
    const asked = { SALES: 'off', SPENDING_CAP: '3', MINUTES_A_MONTH: '0', SIGNUPS: 'off' };
    expect(readConfig(asked)).toMatchObject({
      spendingCap: 3,
      house: { signups: false, minutesAMonth: 0 },
    });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    [
      'half a till',
      { SALES: 'off', PADDLE_API_KEY: 'k', PADDLE_WEBHOOK_SECRET: 's', PADDLE_CLIENT_TOKEN: 't' },
      /^SALES=off sells nothing, so PADDLE_API_KEY, PADDLE_WEBHOOK_SECRET, PADDLE_CLIENT_TOKEN would/,
    ],
    ['a pixel', { SALES: 'off', PIXEL_ID: '12345' }, /^SALES=off sells nothing, so PIXEL_ID would/],
    [
      'minutes where episodes are sold',
      { MINUTES_A_MONTH: '60' },
      /^MINUTES_A_MONTH without SALES=off/,
    ],
    ['a closed door where episodes are sold', { SIGNUPS: 'off' }, /^SIGNUPS without SALES=off/],
    ['a misspelt switch', { SALES: 'no' }, /^SALES: /],
    ['minutes that are none', { SALES: 'off', MINUTES_A_MONTH: '-1' }, /^MINUTES_A_MONTH: /],
    [
      'a model of one’s own without its name',
      { SALES: 'off', OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
      /^OPENAI_BASE_URL is a server of your own: set OPENAI_MODEL/,
    ],
    [
      'a worker whose folder is not the web process’s',
      { ...house, ROLE: 'worker', DATABASE_URL: 'postgres://db/one' },
      /^ROLE=worker is half of the product: set S3_BUCKET and S3_REGION and/,
    ],
  ])('%s is refused, and the error names the variable', (_, env, expected) => {
    const faults = faultsOf(env);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(expected);
  });
});

test('the configuration cannot be changed after it was read', () => {
  const config = readConfig(real);
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
  expect(() => Object.assign(config.openai, { model: 'another' })).toThrow(TypeError);
  expect(() => Object.assign(config.paddle ?? {}, { apiKey: 'another' })).toThrow(TypeError);
  expect(() => config.adminEmails.push('intruder@example.com')).toThrow(TypeError);
});

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults;
    throw error;
  }
}

test.each([
  ['', false],
  ['false', false],
  ['1', 1],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['loopback, 192.168.0.0/255.255.0.0, fd00::/8', 'loopback, 192.168.0.0/255.255.0.0, fd00::/8'],
])('TRUST_PROXY=%s is given to Express as %s', (value, taken) => {
  const { trustProxy } = readConfig({ TRUST_PROXY: value });
  expect(trustProxy).toBe(taken);
  express().set('trust proxy', trustProxy);
});

test.each(['true', 'yes', '-1', '10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', '1,2'])(
  'TRUST_PROXY=%s is refused, and the error names the variable',
  (value) => {
    expect(faultsOf({ TRUST_PROXY: value })).toEqual([
      'TRUST_PROXY: must be a number of proxies, or addresses separated by commas',
    ]);
  },
);

test('FIREBASE_AUTH_EMULATOR_HOST is refused, as it would disable the check of Google’s tokens', () => {
  const start = () => readConfig({ FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' });
  expect(start).toThrow('FIREBASE_AUTH_EMULATOR_HOST');
  expect(start).toThrow(ConfigFault);
});
