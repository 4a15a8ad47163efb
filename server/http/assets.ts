import { access } from 'node:fs/promises';
import path from 'node:path';
import express, { type RequestHandler, type Response, Router } from 'express';

/** In order of preference: the content coding, and the ending of a file that is coded so. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/**
 * The files Vite named by their content, which therefore never change. A file that was compressed at
 * build time (`x.js.br`, `x.js.gz` beside `x.js`) goes out so to whoever can read it.
 */
export function assets(folder: string): Router {
  const routes = Router();
  const lasting = { immutable: true, maxAge: '1y', index: false, redirect: false } as const;
  routes.use(chooseCoding(folder), express.static(folder, { ...lasting, setHeaders: nameCoding }));
  return routes;
}

function chooseCoding(folder: string): RequestHandler {
  return async (req, res, next) => {
    const name = req.path.slice(1);
    // A name of Vite's own making, and no way out of the folder.
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

/** A compressed file is still of the type it was before. */
function nameCoding(res: Response, file: string): void {
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
