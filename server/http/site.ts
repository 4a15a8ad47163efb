import type { Server } from 'node:http';
import path from 'node:path';
import express, { type RequestHandler, Router } from 'express';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist/client');

/** The web app: Vite with hot reload while developing, hashed files else. */
export async function openSite(options: { dev: boolean; server: Server }): Promise<{
  handler: RequestHandler;
  close(): Promise<void>;
}> {
  return options.dev ? openVite(options.server) : { handler: staticSite(), close: async () => {} };
}

async function openVite(server: Server) {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    appType: 'spa',
    server: { middlewareMode: true, hmr: { server } },
  });
  return { handler: vite.middlewares, close: () => vite.close() };
}

function staticSite(): Router {
  const site = Router();
  // Only Vite's own output carries a hash in its name.
  site.use('/assets', express.static(path.join(dist, 'assets'), { immutable: true, maxAge: '1y' }));
  site.use(express.static(dist, { index: false, maxAge: '1h' }));
  site.get('/{*path}', (req, res, next) => {
    // A file that is not there is missing, not a page; the web app answers every other path.
    if (path.extname(req.path)) return next();
    res.sendFile('index.html', { root: dist, maxAge: 0 });
  });
  return site;
}
