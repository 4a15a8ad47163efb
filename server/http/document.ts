import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import escapeHtml from 'escape-html';
import { z } from 'zod';
import { type Head, renderHead } from './head.ts';

/** Where the web app's document leaves room for what differs from page to page. */
const HEAD = '<!--head-->';
const ROOT = '<div id="root"></div>';

const drawn = z.object({
  /** None where a page cannot be known beforehand. */
  body: z.string().default(''),
  preload: z.array(z.string()).default([]),
  /** What its script will ask the API for first; it comes beside the script, not after it. */
  fetches: z.array(z.string()).default([]),
});
/** A screen as the build drew it beforehand, and the files that bring it to life. */
export type Drawn = z.infer<typeof drawn>;

export interface Built {
  template: string;
  /** By path. */
  screens: Record<string, Drawn>;
}

/** The document of one page. Throws when the template has no room for head or body. */
export function composeDocument(template: string, head: Head, screen?: Drawn): string {
  const preload = screen?.preload.map(
    (file) => `<link rel="modulepreload" crossorigin href="${escapeHtml(file)}" />`,
  );
  const fetches = screen?.fetches.map(
    (url) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}" />`,
  );
  const lines = [renderHead(head), preload ?? [], fetches ?? []].flat().join('\n    ');
  const headed = put(template, HEAD, lines);
  return screen ? put(headed, ROOT, `<div id="root">${screen.body}</div>`) : headed;
}

/** Not `String.replace` with a text: a `$&` in somebody's title would mean something there. */
function put(template: string, mark: string, text: string): string {
  if (template.split(mark).length !== 2) throw new Error(`index.html must have one ${mark}`);
  return template.replace(mark, () => text);
}

/** Reads what was built into `dist`, again whenever it was built anew. */
export function watchBuilt(dist: string): () => Promise<Built> {
  const file = path.join(dist, 'index.html');
  let read: { stamp: string; built: Promise<Built> } | null = null;
  return async () => {
    const { mtimeMs, ino } = await stat(file);
    const stamp = `${ino} ${mtimeMs}`;
    if (read?.stamp !== stamp) read = { stamp, built: readBuilt(dist) };
    return read.built;
  };
}

async function readBuilt(dist: string): Promise<Built> {
  const template = await readFile(path.join(dist, 'index.html'), 'utf8');
  const screens = await readFile(path.join(dist, '.pages.json'), 'utf8').catch(() => '{}');
  return { template, screens: z.record(z.string(), drawn).parse(JSON.parse(screens)) };
}
