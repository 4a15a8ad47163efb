import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import escapeHtml from 'escape-html';
import { z } from 'zod';
import { type ListenOpening, OPENING_ID } from '#shared/listenOpening.ts';
import { type Encoded, encode } from './compression.ts';
import { escapeJson, type Head, renderHead } from './head.ts';

const HEAD = '<!--head-->';
const ROOT = '<div id="root"></div>';

const screen = z.object({
  body: z.string().default(''),
  preload: z.array(z.string()).default([]),
  /** What its script asks the API for first, fetched beside the script and not after it. */
  fetches: z.array(z.string()).default([]),
});
export type Screen = z.infer<typeof screen> & {
  /** What `body` was rendered from: the browser hydrates it with this. */
  opening?: ListenOpening;
};

/** `render` of `client/src/app/prerender.tsx`. */
export type Render = (
  path: string,
  given: { search: string; opening: ListenOpening; sells: boolean },
) => Promise<string>;

export interface Build {
  template: string;
  screens: Record<string, Screen>;
  /** Like `encode`, missing in development. */
  render?: Render;
  /** Keeps every result: only for documents that are the same for everybody. */
  encode?: (document: string) => Promise<Encoded>;
}

export function composeDocument(template: string, head: Head, screen?: Screen): string {
  const preload = screen?.preload.map(
    (file) => `<link rel="modulepreload" crossorigin href="${escapeHtml(file)}" />`,
  );
  const fetches = screen?.fetches.map(
    (url) => `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(url)}" />`,
  );
  const lines = [renderHead(head), preload ?? [], fetches ?? []].flat().join('\n    ');
  const headed = put(template, HEAD, lines);
  if (!screen) return headed;
  const { body, opening } = screen;
  const data = `<script type="application/json" id="${OPENING_ID}">${escapeJson(opening)}</script>`;
  return put(headed, ROOT, `<div id="root">${body}</div>${opening ? data : ''}`);
}

/** `String.replace` with a text would interpret a `$&` in somebody's title. */
function put(template: string, mark: string, text: string): string {
  if (template.split(mark).length !== 2) throw new Error(`index.html must have one ${mark}`);
  return template.replace(mark, () => text);
}

const HTML = '<html lang="en"';

/** The document's script reads this before the first paint. */
export const sellingNothing = (template: string): string =>
  put(template, HTML, `${HTML} data-sales="off"`);

/** Reads the build in `dist`, and reads it again after each new build. */
export function watchBuild(dist: string, sells: boolean): () => Promise<Build> {
  const file = path.join(dist, 'index.html');
  let read: { stamp: string; build: Promise<Build> } | null = null;
  return async () => {
    const { mtimeMs, ino } = await stat(file);
    const stamp = `${ino}-${mtimeMs}`;
    if (read?.stamp !== stamp) read = { stamp, build: readBuild(dist, stamp, sells) };
    return read.build;
  };
}

async function readBuild(dist: string, stamp: string, sells: boolean): Promise<Build> {
  const template = await readFile(path.join(dist, 'index.html'), 'utf8');
  const pages = sells ? '.pages.json' : '.pages.house.json';
  const screens = await readFile(path.join(dist, pages), 'utf8').catch(() => '{}');
  const bundle = `${pathToFileURL(path.join(dist, '.prerender.mjs'))}?${stamp}`;
  const encoded = new Map<string, Promise<Encoded>>();
  return {
    template: sells ? template : sellingNothing(template),
    screens: z.record(z.string(), screen).parse(JSON.parse(screens)),
    async render(...page) {
      const { render }: { render: Render } = await import(bundle);
      return render(...page);
    },
    encode(document) {
      const known = encoded.get(document) ?? encode(document);
      encoded.set(document, known);
      return known;
    },
  };
}
