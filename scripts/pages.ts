import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Manifest } from 'vite';

/** What the HTML of one path is made of, beside `index.html`. */
type Page = {
  /** The inside of #root; left out where a page cannot be known beforehand. */
  body?: string;
  /**
   * Scripts the page needs beside those `index.html` names, so that none waits for another. None
   * where there is something to read: there the entry asks for them once it has been painted.
   */
  preload: string[];
};
type Prerender = typeof import('../client/src/prerender.tsx');

/** A path that no route has: what it shows is the not-found page. */
const NOWHERE = '*';

/** Writes `.pages.json` into the finished build: for every static path what to put into its HTML. */
export async function writePages(root: string, dist: string): Promise<void> {
  const manifest: Manifest = JSON.parse(await readFile(path.join(dist, '.manifest.json'), 'utf8'));
  const { routes, render } = await loadPrerender(root, dist);
  const pages: Record<string, Page> = {};
  const app = Object.keys(manifest).find((key) => manifest[key]?.name === 'app') ?? 'app';
  const sources = await readSources(root);
  for (const { path: at, prerender, guarded } of routes) {
    const scripts = scriptsOf(manifest, [app, sources.get(at) ?? at]);
    pages[at] = {
      ...(prerender === false ? {} : { body: await checked(at, render) }),
      preload: prerender === false || guarded ? scripts : [],
    };
  }
  pages[NOWHERE] = { body: await checked('/no-such-page', render), preload: [] };
  await writeFile(path.join(dist, '.pages.json'), JSON.stringify(pages));
}

/** Which module each path imports, as the route table has it; once bundled it no longer says. */
async function readSources(root: string): Promise<Map<string, string>> {
  const table = await readFile(path.join(root, 'client/src/routes.ts'), 'utf8');
  const entries = table.matchAll(/path: '([^']+)'[^}]*?import\('\.\/([^']+)'\)/g);
  return new Map(Array.from(entries, ([, at = '', file]) => [at, `src/${file}`]));
}

/** The addresses of these chunks and of what they import, without what every page has. */
function scriptsOf(manifest: Manifest, keys: string[]): string[] {
  const everywhere = closure(manifest, 'index.html');
  return [...new Set(keys.flatMap((key) => [...closure(manifest, key)]))]
    .filter((key) => !everywhere.has(key))
    .map((key) => `/${manifest[key]?.file}`);
}

/** The keys of a chunk and of all it imports statically. */
function closure(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`The build has no ${key}`);
  if (found.has(key)) return found;
  found.add(key);
  for (const next of chunk.imports ?? []) closure(manifest, next, found);
  return found;
}

async function checked(at: string, render: Prerender['render']): Promise<string> {
  const body = await render(at);
  if (body.includes('<script')) throw new Error(`The HTML of ${at} needs an inline script`);
  return body;
}

/** The web app again, for Node; it is in nobody's way and goes when the pages are written. */
async function loadPrerender(root: string, dist: string): Promise<Prerender> {
  const outDir = `${dist}-prerender`;
  try {
    await build({
      configFile: path.join(root, 'vite.config.ts'),
      logLevel: 'warn',
      build: {
        outDir,
        ssr: path.join(root, 'client/src/prerender.tsx'),
        // One file: by the time a page is asked for, the others would be gone.
        rolldownOptions: { output: { codeSplitting: false } },
      },
    });
    return await import(pathToFileURL(path.join(outDir, 'prerender.js')).href);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
