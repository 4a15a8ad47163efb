// Builds the web app into dist/client, unless what is there was built from the same sources.
import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chunks } from './chunks.ts';
import { compressAssets } from './compress.ts';
import { writePages } from './pages.ts';
import { inlineStyles } from './styles.ts';

const root = path.resolve(import.meta.dirname, '..');
const finished = path.join(root, 'dist/client');
/** Inside what it describes, so that both change in one rename; never served, for its name has a dot. */
const stampName = '.built-from';

const sources = await hashSources();
const stamp = path.join(finished, stampName);
if (!existsSync(stamp) || (await readFile(stamp, 'utf8')) !== sources) await build();

async function hashSources(): Promise<string> {
  const patterns = [
    '{client,shared}/**/*.*',
    '{vite,tailwind}.config.ts',
    'scripts/{build,chunks,compress,pages,styles}.ts',
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

/** Beside its place first: a copy of the product that is running keeps its whole files to the end. */
async function build(): Promise<void> {
  console.log('Building the web app');
  // React takes its slow, talkative form unless told before it is loaded.
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
  // Another start may have been first; what it put there was built from the same sources.
  await rename(fresh, finished).catch(() => rm(fresh, { recursive: true, force: true }));
  await rm(former, { recursive: true, force: true });
}
