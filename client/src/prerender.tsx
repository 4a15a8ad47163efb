// Runs at build time, in Node: scripts/pages.ts bundles it for that.
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import { App } from './App.tsx';

export { routes } from './routes.ts';

/** The HTML inside #root at `path`, as every visitor sees it before the session is known. */
export async function render(path: string): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch="">
      <App />
    </Router>,
    // A boundary too large to wait for would be moved into place by an inline script, which our
    // policy forbids.
    { progressiveChunkSize: Number.POSITIVE_INFINITY, onError },
  );
  return new Response(prelude).text();
}

function onError(error: unknown): never {
  throw error;
}
