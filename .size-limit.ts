import { globSync } from 'node:fs';

const assets = 'dist/client/assets';

/** Budgets of design section 10, gzipped; the names are those of scripts/chunks.ts. */
export default [
  {
    name: 'what every page runs',
    path: ['index', 'app', 'rolldown-runtime'].map((name) => `${assets}/${name}-*.js`),
    limit: '100 kB',
    gzip: true,
  },
  ...globSync(`${assets}/*Page-*.js`).map((path) => ({
    name: path.replace(/^.*\/(\w+)-.*$/, '$1'),
    path,
    limit: '25 kB',
    gzip: true,
  })),
];
