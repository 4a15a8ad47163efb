import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import escapeHtml from 'escape-html';
import express, { type Request, type RequestHandler, Router } from 'express';
import { pages } from '#shared/pages.ts';
import {
  type Build,
  composeDocument,
  type EpisodeSource,
  findSharedEpisode,
  isListenPage,
  prerenderListenPage,
  type Screen,
  type SharedEpisode,
  sellingNothing,
  watchBuild,
} from './composeDocument.ts';
import { assets, chooseEncoded } from './compression.ts';
import { headOfEpisode, headOfNotFound, headOfPage } from './head.ts';
import { hasSession } from './session.ts';

const root = path.resolve(import.meta.dirname, '../../..');

interface Site extends EpisodeSource {
  /** Every address that the site states about itself starts with it, never with the Host header. */
  publicUrl: string;
  sells: boolean;
}

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
      const template = await vite.transformIndexHtml(url, source);
      return { template: options.sells ? template : sellingNothing(template), screens: {} };
    }),
  );
  return { handler: site, close: () => vite.close() };
}

export function builtSite(dist: string, options: Site): Router {
  const readBuild = watchBuild(dist, options.sells);
  const site = Router();
  site.use(forCrawlers(options));
  site.use('/assets', assets(path.join(dist, 'assets')));
  const files = express.static(dist, { index: false, redirect: false, maxAge: '1h' });
  site.use((req, res, next) => (isFile(req.path) ? files(req, res, next) : next()));
  site.use(documents(options, readBuild));
  return site;
}

/** `index.html` is not sent as a file: it is the template of every document. */
function isFile(path: string): boolean {
  return /^(\/\w[\w.-]*)+$/.test(path) && path.toLowerCase() !== '/index.html';
}

function forCrawlers({ publicUrl, sells }: Site): Router {
  const routes = Router();
  const answer = (path: string, type: string, text: string) =>
    routes.get(path, (_req, res) => {
      res.type(type).set('Cache-Control', 'public, max-age=3600').send(text);
    });
  answer('/robots.txt', 'text/plain', robotsTxt(publicUrl, sells));
  answer('/sitemap.xml', 'text/xml', sitemapXml(publicUrl, sells));
  return routes;
}

type Source = (url: string) => Promise<Build>;

/** Answers every path with the web app's document; status 404 if it is no screen of it. */
function documents(site: Site, source: Source): Router {
  const routes = Router();
  // A pattern, not a parameter: a path that cannot be decoded is no page, and no failure either.
  routes.get(/.*/, async (req, res, next) => {
    const shared = await findSharedEpisode(req, site);
    const episode = shared === 'nothing' ? null : shared;
    const head = episode
      ? headOfEpisode(episode.episode, site.publicUrl)
      : headOfPage(req.path, site);
    // A missing file is no page, unless a person came looking for it.
    if (!head && path.extname(req.path) && !req.get('accept')?.includes('text/html')) return next();
    const build = await source(req.originalUrl);
    const screen = head
      ? await screenOf(req, build, episode, site.sells)
      : build.screens[NOT_FOUND];
    const document = composeDocument(
      build.template,
      head ?? headOfNotFound(site.publicUrl),
      screen,
    );
    res
      .status(head && shared !== 'nothing' ? 200 : 404)
      .type('html')
      .vary('Cookie')
      .set('Cache-Control', head?.indexed ? 'no-cache' : 'private, no-cache');
    if (episode || !build.encode) res.send(document);
    else res.send(chooseEncoded(req, res, await build.encode(document)) ?? document);
  });
  return routes;
}

/** The build's key for what any unknown path shows. */
const NOT_FOUND = '*';

async function screenOf(
  req: Request,
  { screens, render }: Build,
  episode: SharedEpisode | null,
  sells: boolean,
): Promise<Screen | undefined> {
  // Signed-in users are led on from the landing page, and should not see it flash by.
  if (req.path === '/' && hasSession(req)) return undefined;
  if (isListenPage(req)) {
    // Framed by another site it is the small player, which looks different.
    if (req.query.embed !== undefined) return undefined;
    const page = episode && render && (await prerenderListenPage(render, episode, sells));
    if (page) return page;
  }
  const path = req.path.toLowerCase().replace(/(.)\/+$/, '$1');
  const asked = Object.entries(req.query).map(([name, value]) => `${path}?${name}=${value}`);
  return screens[asked.find((it) => Object.hasOwn(screens, it)) ?? path];
}

/**
 * Pages that must not be listed are not disallowed: a crawler has to read their `noindex`, and link
 * previews obey this file (RFC 9309), too.
 */
function robotsTxt(publicUrl: string, sells: boolean): string {
  if (!sells) return 'User-agent: *\nAllow: /listen\nAllow: /media/*/cover.jpg\nDisallow: /\n';
  return [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /media/',
    'Allow: /media/*/cover.jpg',
    'Disallow: /feeds/',
    'Disallow: /standins/',
    'Disallow: /admin',
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Empty where nothing is sold (sitemaps.org, protocol 0.9). */
function sitemapXml(publicUrl: string, sells: boolean): string {
  const urls = Object.entries(pages)
    .filter(([, { indexed }]) => sells && indexed)
    .map(([path]) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}
