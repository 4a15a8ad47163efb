import { registerHooks } from 'node:module';

/*
 * Node would read Drizzle's package.json, 180 kB, for each of its hundred modules to learn its
 * `type`: half a second of a start and 160 MB of garbage. All of them are ES modules.
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!specifier.startsWith('.') || !parentURL?.includes('/node_modules/drizzle-orm/')) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
  },
});
