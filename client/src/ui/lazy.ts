import type { ComponentType } from 'react';

/** `source` is its path in `client/`; only the bundle for the server has it (`scripts/pages.ts`). */
type Module = { default: ComponentType; source?: string };

/** A screen that loads when it is first shown, or earlier by `load`; `loaded` is set afterwards. */
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
