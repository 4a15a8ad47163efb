import type { Express } from 'express';

interface Layer {
  name: string;
  rawPath: string | RegExp | (string | RegExp)[] | undefined;
  handle: { stack?: Layer[] };
  route?: { path: string | RegExp | (string | RegExp)[]; methods: Record<string, boolean> };
}

/**
 * Lists routes as `GET /api/orders/:id`, and middleware that might answer at a path as `USE /api
 * ownOriginOnly`; a regular expression as its source. Throws for a layer whose mount path is
 * unknown.
 */
export function routesOf(app: Express): string[] {
  return walk(app.router.stack as unknown as Layer[], '');
}

function walk(stack: Layer[], prefix: string): string[] {
  return stack.flatMap(({ name, rawPath, handle, route }) => {
    if (route) {
      const methods = Object.keys(route.methods).map((method) => method.toUpperCase());
      return namesOf(route.path).flatMap((path) =>
        methods.map((method) => `${method} ${join(prefix, path)}`),
      );
    }
    // `rawPath` is private to Express: if another version renames it, no route may be missed.
    if (rawPath === undefined) throw new Error(`${name} below ${prefix}/ hides its path`);
    const { stack: inner } = handle;
    if (inner) return namesOf(rawPath).flatMap((path) => walk(inner, join(prefix, path)));
    const paths = namesOf(rawPath).filter((path) => path !== '/');
    return paths.map((path) => `USE ${join(prefix, path)} ${name}`);
  });
}

const namesOf = (path: string | RegExp | (string | RegExp)[]) => [path].flat().map(String);

function join(prefix: string, path: string): string {
  return path === '/' ? prefix || '/' : `${prefix === '/' ? '' : prefix}${path}`;
}
