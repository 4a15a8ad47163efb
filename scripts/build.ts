// Builds the web app into dist/client, unless what is there was built from the same sources.
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { codings, encode } from '../server/base/http/compression.ts';
import { chunks } from './chunks.ts';
import { writePages } from './pages.ts';

const root = path.resolve(import.meta.dirname, '..');
const finished = path.join(root, 'dist/client');
/** Lies in the folder that it describes, so that both change in one rename; its dot hides it. */
const stampName = '.built-from';

const SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/** Fonts and pictures are compressed already. */
const COMPRESSIBLE = /\.(js|css|svg)$/;

const sources = await hashSources();
const stamp = path.join(finished, stampName);
if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== sources) await build();

async function hashSources(): Promise<string> {
  const patterns = [
    '{client,shared}/**/*.*',
    '{vite,tailwind}.config.ts',
    'scripts/{build,chunks,pages}.ts',
    'server/base/http/compression.ts',
    'package-lock.json',
  ];
  const files = globSync(patterns, { cwd: root });
  const hash = createHash('sha256');
  for (const file of files.filter((name) => !name.includes('.test.')).sort()) {
    hash.update(file).update('\0');
    hash.update(await readFile(path.join(root, file))).update('\0');
  }
  return hash.digest('hex');
}

/** Builds beside the final folder and then renames: a running server never sees half a build. */
async function build(): Promise<void> {
  console.log('Building the web app');
  // Unless this is set before React is loaded, it takes its slow development form.
  process.env.NODE_ENV = 'production';
  const { build: viteBuild } = await import('vite');
  const fresh = path.join(root, `dist/client-${process.pid}`);
  const former = `${fresh}-former`;
  await mkdir(path.dirname(fresh), { recursive: true });
  await viteBuild({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: fresh, manifest: '.manifest.json', rolldownOptions: { output: chunks } },
  });
  await inlineStyles(fresh);
  await writePages(root, fresh);
  await compressAssets(path.join(fresh, 'assets'));
  await writeFile(path.join(fresh, stampName), sources);
  await rename(finished, former).catch(() => {});
  // Another start may have been first; it built from the same sources.
  await rename(fresh, finished).catch(() => rm(fresh, { recursive: true, force: true }));
  await rm(former, { recursive: true, force: true });
}

async function compressAssets(dir: string): Promise<void> {
  const names = (await readdir(dir)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(dir, name);
      const encoded = await encode(await readFile(file));
      for (const [coding, ending] of codings) await writeFile(file + ending, encoded[coding]);
    }),
  );
}

/**
 * Nothing can be painted without the stylesheet, and fetching it takes another round trip.
 * Compressed, words and styles together still fit the first flight of packets.
 */
async function inlineStyles(dist: string): Promise<void> {
  const file = path.join(dist, 'index.html');
  const html = await readFile(file, 'utf8');
  const sheets = [...html.matchAll(SHEET)];
  const [link, href] = sheets[0] ?? [];
  if (sheets.length !== 1 || !link || !href) throw new Error('index.html has not one stylesheet');
  const css = await readFile(path.join(dist, href), 'utf8');
  if (css.includes('</style')) throw new Error('The stylesheet would end its own element');
  await writeFile(
    file,
    html.replace(link, () => `<style>${css.trim()}</style>`),
  );
}
