import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import escapeHtml from 'escape-html';
import type { Request } from 'express';
import { z } from 'zod';
import type { Answers } from '#shared/brief.ts';
import type { Listening } from '#shared/episode.ts';
import { type ListenOpening, OPENING_ID } from '#shared/listenOpening.ts';
import { Problem } from '#shared/problem.ts';
import type { Chapters, Transcript } from '#shared/script.ts';
import { log } from '../kit/log.ts';
import { type Encoded, encode } from './compression.ts';
import { escapeJson, type Head, renderHead } from './head.ts';
import { hasSession } from './session.ts';

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

const OPENING_LINES = 8;

/** No other text can be one of our tokens, so it is not looked up. */
const TOKEN = /^[\w.-]{1,100}$/;

export interface EpisodeSource {
  /** What a stranger with this token may hear. All four throw `Problem('not_found')`. */
  findEpisode(token: string): Promise<Listening['episode']>;
  findLines(token: string, count: number): Promise<Transcript['segments']>;
  /** Those that begin in the first `count` lines. */
  findChapters(token: string, count: number): Promise<Chapters['chapters']>;
  findQuestions(token: string): Promise<Answers['questions']>;
}

export type SharedEpisode = Exclude<
  Awaited<ReturnType<typeof findSharedEpisode>>,
  'nothing' | null
>;

export const isListenPage = ({ path }: Request) => /^\/listen\/?$/i.test(path);

/**
 * Returns `nothing` where the link leads nowhere, and null where the page asks the API what is
 * wrong. A link may work only for its owner, who is not known here, so any browser with a session
 * gets null.
 */
export async function findSharedEpisode(
  req: Request,
  { findEpisode, findLines, findChapters, findQuestions }: EpisodeSource,
) {
  const token = req.query.episode;
  if (!isListenPage(req) || token === undefined) return null;
  if (typeof token !== 'string' || !TOKEN.test(token)) return 'nothing';
  try {
    const episode = await findEpisode(token);
    if (episode.status !== 'completed') return null;
    const [lines, chapters, questions] = await Promise.all([
      findLines(token, OPENING_LINES),
      findChapters(token, OPENING_LINES),
      episode.answersUrl ? findQuestions(token) : [],
    ]);
    return { episode, lines, chapters, questions };
  } catch (error) {
    if (error instanceof Problem) return hasSession(req) ? null : 'nothing';
    log.warn({ err: error }, 'no preview of a shared episode');
    return null;
  }
}

/** Undefined without first words, or if they cannot be rendered: then the script draws the page. */
export async function prerenderListenPage(
  render: Render,
  { episode, lines, chapters, questions }: SharedEpisode,
  sells: boolean,
): Promise<Screen | undefined> {
  const { token, title, summary, transcriptUrl, chaptersUrl, answersUrl, sourcesUrl } = episode;
  if (!title || !summary || !lines.length) return undefined;
  const opening = { title, summary, questions, hasSources: sourcesUrl !== null, lines, chapters };
  const fetches = [`/api/listen/${token}`, transcriptUrl, chaptersUrl, answersUrl];
  try {
    const body = await render('/listen', { search: `episode=${token}`, opening, sells });
    return { body, opening, preload: [], fetches: fetches.filter((url) => url !== null) };
  } catch (error) {
    log.error({ err: error }, 'a listen page could not be rendered');
    return undefined;
  }
}
