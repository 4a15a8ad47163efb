import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { reportAccounts } from '../server/app/startReport.ts';
import { readConfig } from '../server/supply/config/config.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const listed = Object.keys(parseEnv(read('.env.example')));

describe('compose.house.yaml', () => {
  const text = read('compose.house.yaml');
  const { services, volumes } = z
    .object({
      services: z.record(z.string(), z.looseObject({})),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(text));

  it('compose.house.yaml runs the product alone, in production, which sells nothing', () => {
    expect(Object.keys(services)).toEqual(['house']);
    expect(services.house).toMatchObject({
      build: { target: 'product' },
      init: true,
      restart: 'unless-stopped',
      env_file: '.env',
      environment: { NODE_ENV: 'production', SALES: 'off', HOST: '0.0.0.0', PORT: '3000' },
      ports: ['$' + '{PORT:-3000}:3000'],
      user: 'node',
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      logging: { driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } },
    });
    expect(Number.parseInt(String(services.house?.stop_grace_period), 10)).toBeGreaterThan(10);
  });

  it('what a house keeps outlives its container', () => {
    expect(services.house).toMatchObject({
      environment: { DATA_DIR: '/data' },
      volumes: ['duologue:/data'],
    });
    expect(Object.keys(volumes)).toContain('duologue');
  });

  it('with two keys in .env its environment is one that starts', () => {
    const { environment } = z
      .object({ environment: z.record(z.string(), z.string()) })
      .parse(services.house);
    expect(Object.keys(environment).filter((name) => !listed.includes(name))).toEqual([]);
    const keys = { OPENAI_API_KEY: 'sk-1', ELEVENLABS_API_KEY: 'sk_1' };
    expect(readConfig({ ...keys, ...environment })).toMatchObject({
      standins: [],
      house: { signups: true },
      databaseUrl: null,
    });
    expect(() => readConfig({ OPENAI_API_KEY: 'sk-1', ...environment })).toThrow(
      /^ElevenLabs is not configured/,
    );
  });

  it('a model and a voice of one’s own are signs to take away, and cost nothing', () => {
    const own = [...text.matchAll(/^ {2}# {3}([A-Z_]+)=(.*)$/gm)].map(([, name = '', value]) => [
      name,
      value,
    ]);
    expect(own).toHaveLength(5);
    const config = readConfig({ SALES: 'off', ...Object.fromEntries(own) });
    expect(config.ownPrices).toMatchObject({ input: 0, output: 0, server: { characters: 0 } });
    const taken = text.replace(
      /^( *)# ?(?= *(?:ollama:|kokoro:|image:|restart:|volumes: \["oll))/gm,
      '$1',
    );
    expect(Object.keys(parse(taken).services)).toEqual(['house', 'ollama', 'kokoro']);
    expect(Object.keys(parse(taken).volumes)).toEqual(['duologue', 'ollama']);
  });
});

describe('README.md, a house of your own', () => {
  const [, section = ''] = read('README.md').split('## A house of your own');
  const [page = ''] = section.split('\n## ');
  /** Each cell of a row of the first step as the lines of an `.env`, with whole keys. */
  const cells = (row: string) =>
    (page.match(new RegExp(`^\\| ${row} \\|(.*)\\|$`, 'm'))?.[1] ?? '')
      .split(/ \| |<br>or /)
      .map((cell) =>
        parseEnv(
          [...cell.replaceAll('…', '1').matchAll(/`(.+?)`/g)].map(([, line]) => line).join('\n'),
        ),
      );

  it('any cell of either row makes an environment that starts, and asks for nothing else', () => {
    const [writers, speakers] = [cells('writes'), cells('speaks')];
    expect([writers.length, speakers.length]).toEqual([2, 3]);
    for (const one of writers) {
      for (const other of speakers) {
        const env = { NODE_ENV: 'production', SALES: 'off', ...one, ...other };
        expect(readConfig(env).standins, JSON.stringify(env)).toEqual([]);
      }
    }
  });

  it('names only commands, files and variables that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const commands = [...page.matchAll(/npm run ([\w:]+)/g)].map(([, name = '']) => name);
    expect(commands).toEqual(expect.arrayContaining(['voices', 'admin', 'backup', 'restore']));
    expect(commands.filter((name) => !scripts[name])).toEqual([]);
    const files = [...page.matchAll(/\]\(([\w./-]+)/g)].map(([, file = '']) => file);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    const names = page.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/g) ?? [];
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('shows the setup code as the server prints it', () => {
    const lines = reportAccounts(readConfig({ SALES: 'off' }), 'http://localhost:3000', 'CODE');
    const [, code = ''] = page.match(/setup code (\S+) at/) ?? [];
    expect(page).toContain(lines.join('\n').trim().replace('CODE', code));
    expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  });
});
