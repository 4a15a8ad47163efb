import type { ComponentType } from 'react';

/** `source` is the path in `client/`; only the server's bundle has it (`scripts/pages.ts`). */
type Module = { default: ComponentType; source?: string };

/** Loads when it is first shown, or earlier by `load`, which sets `loaded`. */
export type Screen = { load: () => Promise<Module>; loaded?: Module };

/** Imports no React: the route table is read before React has loaded. */
export function lazy(load: () => Promise<Module>): Screen {
  const screen: Screen = {
    load: async () => {
      screen.loaded = await load();
      return screen.loaded;
    },
  };
  return screen;
}
