import type { ComponentType } from 'react';

type Module = { default: ComponentType };

/** A screen that loads when it is first shown, or before that by `load`; then it is `loaded`. */
export type Screen = { load: () => Promise<Module>; loaded?: Module };

/** Knows nothing of React, so that the route table can be read before React has come. */
export function lazy(load: () => Promise<Module>): Screen {
  const screen: Screen = {
    load: async () => {
      screen.loaded = await load();
      return screen.loaded;
    },
  };
  return screen;
}
