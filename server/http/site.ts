import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import express, { type Request, type RequestHandler, Router } from 'express';
import type { Listening } from '#shared/episode.ts';
import { Problem } from '#shared/problem.ts';
import { log } from '../log.ts';
import { assets } from './assets.ts';
import { openCompressionCache } from './compressionCache.ts';
import { type Built, composeDocument, type Drawn, watchBuilt } from './document.ts';
import { headOfEpisode, headOfNothing, headOfPage } from './head.ts';
import { drawListening, OPENING_LINES, type Opening } from './opening.ts';
import { robotsTxt, sitemapXml } from './robots.ts';
import { hasSession } from './session.ts';

const root = path.resolve(import.meta.dirname, '../..');

type Episode = Listening['episode'];

interface Site {
  /** Every address the site states about itself starts with it, never with the Host header. */
  publicUrl: string;
  /** What a stranger who holds this token may hear. Throws `Problem('not_found')`. */
  findEpisode(token: string): Promise<Episode>;
  /** The first so many lines of the same. Throws as `findEpisode` does. */
  findLines(token: string, count: number): Promise<Opening['lines']>;
}

/** The web app: Vite with hot reload while developing, hashed files else. */
export async function openSite(
  options: Site & { dev: boolean; server: Server },
): Promise<{ handler: RequestHandler; close(): Promise<void> }> {
  if (options.dev) return openVite(options);
  return { handler: builtSite(path.join(root, 'dist/client'), options), close: async () => {} };
}

async function openVite(options: Site & { server: Server }) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: options.server } },
  });
  const site = Router();
  site.use(forCrawlers(options), vite.middlewares);
  site.use(
    documents(options, async (url) => {
      const source = await readFile(path.join(root, 'client/index.html'), 'utf8');
      return { template: await vite.transformIndexHtml(url, source), screens: {} };
    }),
  );
  return { handler: site, close: () => vite.close() };
}

/** The web app as it was built into `dist`. */
export function builtSite(dist: string, options: Site): Router {
  const readBuilt = watchBuilt(dist);
  const site = Router();
  site.use(forCrawlers(options));
  site.use('/assets', assets(path.join(dist, 'assets')));
  const files = express.static(dist, { index: false, redirect: false, maxAge: '1h' });
  site.use((req, res, next) => (isFile(req.path) ? files(req, res, next) : next()));
  site.use(documents(options, readBuilt));
  return site;
}

/** A plain name. The document is none: it has to be told first which page it is. */
function isFile(path: string): boolean {
  return /^(\/\w[\w.-]*)+$/.test(path) && path.toLowerCase() !== '/index.html';
}

function forCrawlers({ publicUrl }: Site): Router {
  const routes = Router();
  routes.get('/robots.txt', (_req, res) => {
    res.type('text/plain').set('Cache-Control', 'public, max-age=3600').send(robotsTxt(publicUrl));
  });
  routes.get('/sitemap.xml', (_req, res) => {
    res.type('text/xml').set('Cache-Control', 'public, max-age=3600').send(sitemapXml(publicUrl));
  });
  return routes;
}

type Source = (url: string) => Promise<Built>;

/** Answers every path with the web app's document; one that is no screen of it, with status 404. */
function documents(site: Site, source: Source): Router {
  const compressionCache = openCompressionCache();
  const routes = Router();
  // A pattern, not a parameter: what cannot be decoded is no page, and no failure either.
  routes.get(/.*/, async (req, res, next) => {
    const shared = await findShared(req, site);
    const head = isOpening(shared)
      ? headOfEpisode(shared.episode, site.publicUrl)
      : headOfPage(req.path, site.publicUrl);
    // A file that is not there is missing, not a page, unless a person came looking for it.
    if (!head && path.extname(req.path) && !req.get('accept')?.includes('text/html')) return next();
    const { template, screens } = await source(req.originalUrl);
    const opening = isOpening(shared) ? shared : null;
    const screen = head ? screenOf(req, screens, opening) : screens[NOWHERE];
    const document = composeDocument(template, head ?? headOfNothing(site.publicUrl), screen);
    res
      .status(head && shared !== 'nothing' ? 200 : 404)
      .type('html')
      .vary('Cookie');
    res.set('Cache-Control', head?.indexed ? 'no-cache' : 'private, no-cache');
    // The same for everybody; the others are written for one visitor.
    const pressed = head?.indexed && req.acceptsEncodings('br') ? compressionCache(document) : null;
    if (pressed) res.vary('Accept-Encoding').set('Content-Encoding', 'br');
    res.send(pressed ?? document);
  });
  return routes;
}

/** What the build drew under this name is what any unknown path shows. */
const NOWHERE = '*';

/** Whoever is signed in is led on from the landing page, and should not see it flash by. */
function screenOf(
  req: Request,
  screens: Record<string, Drawn>,
  shared: Opening | null,
): Drawn | undefined {
  if (req.path === '/' && hasSession(req)) return undefined;
  const screen = screens[req.path.toLowerCase().replace(/(.)\/+$/, '$1')];
  if (!screen || !isListening(req)) return screen;
  // Framed by another site it is the small player, which looks different.
  return drawListening(screen, req.query.embed === undefined ? shared : null);
}

const isListening = ({ path }: Request) => /^\/listen\/?$/i.test(path);

/** Of an episode's own making (`db/tokens.ts`): anything else is no link of ours and asks nobody. */
const TOKEN = /^[\w.-]{1,100}$/;

type Found = Opening | 'nothing' | null;
const isOpening = (found: Found): found is Opening => found !== null && found !== 'nothing';

/**
 * The finished episode that a listen page is asked for; `nothing` where the link leads nowhere; null
 * for whatever else is wrong with it, which the page is told by the API and says better. An owner's
 * own link is none to share, and who is one is not known here: whoever may be signed in gets null.
 */
async function findShared(req: Request, site: Site): Promise<Found> {
  const token = req.query.episode;
  if (!isListening(req) || token === undefined) return null;
  if (typeof token !== 'string' || !TOKEN.test(token)) return 'nothing';
  try {
    const episode = await site.findEpisode(token);
    if (episode.status !== 'completed') return null;
    return { episode, lines: await site.findLines(token, OPENING_LINES) };
  } catch (error) {
    if (error instanceof Problem) return hasSession(req) ? null : 'nothing';
    log.warn({ err: error }, 'no preview of a shared episode');
    return null;
  }
}
