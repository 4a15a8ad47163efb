import { access } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';
import { codings } from './compression.ts';

/** Vite names these files by content, so they never change. Sends compressed copies (`x.js.br`). */
export function assets(folder: string): Router {
  const routes = Router();
  const forever = { immutable: true, maxAge: '1y', index: false, redirect: false } as const;
  routes.use(chooseCoding(folder), express.static(folder, { ...forever, setHeaders: setCoding }));
  return routes;
}

function chooseCoding(folder: string): RequestHandler {
  return async (req, res, next) => {
    const name = req.path.slice(1);
    // Only names that Vite makes: none leads out of the folder.
    if (!/^\w[\w.-]*$/.test(name)) return next();
    res.vary('Accept-Encoding');
    for (const [coding, ending] of codings) {
      if (!req.acceptsEncodings(coding)) continue;
      if (!(await exists(path.join(folder, name + ending)))) continue;
      req.url = `/${name}${ending}`;
      break;
    }
    next();
  };
}

/** The type is that of the uncompressed file. */
function setCoding(res: Response, file: string): void {
  const [coding, ending] = codings.find(([, ending]) => file.endsWith(ending)) ?? [];
  if (!coding) return;
  res.set('Content-Encoding', coding).type(path.extname(path.basename(file, ending)));
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
