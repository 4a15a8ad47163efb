import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Rolldown } from 'vite';

const root = path.resolve(import.meta.dirname, '..');

/**
 * By default the bundler makes a file of every module that two pages share, and on a phone each
 * request costs more than the bytes in it.
 */
export const chunks: Rolldown.OutputOptions = {
  codeSplitting: {
    groups: [
      // What the entry needs at once is one file; what the app needs is another.
      { name: 'main', tags: ['$initial'], priority: 7 },
      // The app comes with the prices, times and words that nearly every page shows.
      {
        name: 'app',
        test: oneOf(
          'client/src/app/hydrate.tsx',
          'shared/channels.ts',
          'shared/pricing.ts',
          'shared/sourceLimits.ts',
          'shared/tonesAndStyles.ts',
          'shared/deliveryEstimate.ts',
          'shared/reorderLink.ts',
        ),
        priority: 6,
      },
      // Zod comes with the schemas of the two forms that a buyer meets.
      {
        name: 'zod',
        test: oneOf(
          'node_modules/zod/',
          'shared/order.ts',
          'shared/account.ts',
          'shared/pricingSchema.ts',
        ),
        priority: 5,
      },
      { name: 'form', test: /node_modules\/(react-hook-form|@hookform)\//, priority: 4 },
      // Every Radix part needs these, so they come before what only a sheet needs.
      {
        name: 'radix',
        test: /@radix-ui\/(primitive|react-(primitive|id|presence|use|co|portal|dismissable|slot))/,
        priority: 3,
      },
      // The player of every page with sound, but not what only the deck shows.
      {
        name: 'player',
        test: /client\/src\/(player\/(deck\/|on|part|playbackStorage|media|s[ey]n|use)|api\/listen)/,
        minShareCount: 2,
        priority: 2,
      },
      { name: 'sheet', test: /ui\/Sheet|@radix-ui\/react-dialog/, minShareCount: 2, priority: 2 },
      {
        name: 'ui',
        test: /client\/src\/(ui|player\/engine)\/|lucide-react/,
        minShareCount: 2,
        priority: 1,
      },
    ],
  },
};

/** Matches files at these paths. A path without a file fails the build. */
function oneOf(...paths: string[]): RegExp {
  const missing = paths.find((file) => !existsSync(path.join(root, file)));
  if (missing) throw new Error(`The chunks name ${missing}, which is not there`);
  return new RegExp(paths.map((file) => RegExp.escape(`/${file}`)).join('|'));
}
