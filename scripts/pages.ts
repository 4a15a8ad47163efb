import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest, type Plugin } from 'vite';
import { hasPage } from '../shared/pages.ts';
import { PAGES } from './pageGoals.ts';

type Page = {
  /** The inside of #root; absent if it depends on the request. */
  body?: string;
  /**
   * Besides those of `index.html`, so that none waits for another. Empty where there is something
   * to read: there the entry loads them after the first paint.
   */
  preload: string[];
};
type Prerender = typeof import('../client/src/app/prerender.tsx');

/** These pages must be drawn before any schema comes. */
const FAST = [...PAGES, '/listen'];

const NOT_FOUND = '*';

/** Writes the HTML of all static paths to `.pages.json`, and a house's to `.pages.house.json`. */
export async function writePages(root: string, dist: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, '.manifest.json'), 'utf8'));
  const bundle = await buildPrerender(root, dist);
  for (const [name, sells] of [
    ['.pages.json', true],
    ['.pages.house.json', false],
  ] as const) {
    const pages = await renderPages(manifest, bundle, sells);
    await writeFile(path.join(dist, name), JSON.stringify(pages));
  }
}

async function renderPages(
  manifest: Manifest,
  { routes, render }: Prerender,
  sells: boolean,
): Promise<Record<string, Page>> {
  const pages: Record<string, Page> = {};
  const checked = async (at: string, search = '') => {
    const body = await render(at, { search, sells });
    if (body.includes('<script')) throw new Error(`The HTML of ${at} needs an inline script`);
    return body;
  };
  const app = Object.keys(manifest).find((key) => manifest[key]?.name === 'app') ?? 'app';
  for (const { path: at, Page, prerender, guarded, variant } of routes) {
    if (!hasPage(at, sells)) continue;
    const { source } = await Page.load();
    const scripts = scriptsOf(manifest, [app, source ?? at]);
    if (FAST.includes(at) && scripts.some((file) => file.includes('/zod-'))) {
      throw new Error(`${at} would load its schemas before it is drawn (see scripts/chunks.ts)`);
    }
    pages[at] = {
      ...(prerender === false ? {} : { body: await checked(at) }),
      preload: prerender === false || guarded ? scripts : [],
    };
    if (variant) pages[`${at}?${variant}`] = { body: await checked(at, variant), preload: [] };
  }
  pages[NOT_FOUND] = { body: await checked('/no-such-page'), preload: [] };
  return pages;
}

/** The addresses of these chunks and of what they import, without those of every page. */
function scriptsOf(manifest: Manifest, keys: string[]): string[] {
  const everywhere = closure(manifest, 'index.html');
  return [...new Set(keys.flatMap((key) => [...closure(manifest, key)]))]
    .filter((key) => !everywhere.has(key))
    .map((key) => `/${manifest[key]?.file}`);
}

function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (found.has(key)) return found;
  found.add(key);
  for (const next of chunk.imports ?? []) closure(manifest, next, found);
  return found;
}

async function buildPrerender(root: string, dist: string): Promise<Prerender> {
  const client = path.join(root, 'client');
  await build({
    configFile: path.join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [nameModules(client)],
    define: { 'process.env.NODE_ENV': '"production"' },
    // The product's image has no React, so the bundle holds it.
    ssr: { noExternal: true },
    build: {
      outDir: dist,
      emptyOutDir: false,
      ssr: path.join(client, 'src/app/prerender.tsx'),
      rolldownOptions: { output: { entryFileNames: '.prerender.mjs', codeSplitting: false } },
    },
  });
  return import(pathToFileURL(path.join(dist, '.prerender.mjs')).href);
}

/** Makes each page's module export the name that the manifest has for it. */
function nameModules(client: string): Plugin {
  return {
    name: 'name-modules',
    transform: (code, id) =>
      /Page\.tsx$/.test(id)
        ? `${code}\nexport const source = ${JSON.stringify(path.posix.relative(client, id))};`
        : undefined,
  };
}
