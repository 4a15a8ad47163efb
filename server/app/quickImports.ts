import { registerHooks } from 'node:module';

/*
 * For every `.js` module, Node reads the nearest package.json for its `type`, and copies the whole
 * file to do so. Drizzle's is 180 kB, read for each of its hundred modules: half a second of a start
 * and 160 MB of garbage. Its modules are ES modules, so they need not be asked.
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
