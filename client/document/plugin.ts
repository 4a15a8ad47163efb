import path from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { brand, colours } from '../../shared/brand.ts';
import { INLINE_SCRIPT } from '../../shared/inlineScript.ts';
import { files } from './files.ts';

const modules = path.resolve(import.meta.dirname, '../../node_modules').replaceAll(path.sep, '/');

const types: Record<string, string> = {
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
};

/**
 * Adds brand tags to the document, and emits the files beside it. The app links the manifest
 * (`bootstrap.tsx`), and the server adds what differs between pages (`server/base/http/head.ts`).
 */
export function documentPlugin(): Plugin {
  return {
    name: 'document',
    transformIndexHtml: (html, { server }) => ({
      // The dev server cannot resolve a path above the document's folder.
      html: server
        ? html.replace('../node_modules/', `${path.posix.join('/@fs/', modules)}/`)
        : html,
      tags,
    }),
    async generateBundle() {
      for (const [address, make] of Object.entries(files)) {
        this.emitFile({ type: 'asset', fileName: address.slice(1), source: await make() });
      }
    },
    configureServer(server) {
      server.middlewares.use((req, res, next) => {
        const address = req.url?.replace(/\?.*/, '') ?? '';
        const make = Object.hasOwn(files, address) ? files[address] : undefined;
        if (!make) return next();
        res.setHeader('Content-Type', types[path.extname(address)] ?? '');
        make().then((file) => res.end(file), next);
      });
    },
  };
}

const tags: HtmlTagDescriptor[] = [
  { tag: 'script', children: INLINE_SCRIPT, injectTo: 'head' },
  meta({ name: 'color-scheme', content: 'dark light' }),
  ...(['dark', 'light'] as const).map((scheme, i) =>
    meta({
      name: 'theme-color',
      media: `(prefers-color-scheme: ${scheme})`,
      content: colours.ground[i],
    }),
  ),
  meta({ name: 'application-name', content: brand.name }),
  meta({ name: 'apple-mobile-web-app-title', content: brand.name }),
  link({ rel: 'icon', href: '/favicon.ico', sizes: '32x32' }),
  link({ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }),
  link({ rel: 'apple-touch-icon', href: '/apple-touch-icon.png' }),
  {
    tag: 'noscript',
    children: `${brand.name} needs JavaScript to record your episode.`,
    injectTo: 'body',
  },
];

function meta(attrs: Record<string, string | undefined>): HtmlTagDescriptor {
  return { tag: 'meta', attrs, injectTo: 'head' };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs, injectTo: 'head' };
}
