// Bundled for Node by scripts/pages.ts: the build renders the fixed pages with it, the server the
// listen page of an episode.
import { prerender } from 'react-dom/static';
import { Router } from 'wouter';
import type { ListenOpening } from '#shared/listenOpening.ts';
import { SalesContext } from '../api/sales.ts';
import { OpeningContext } from '../listen/opening.ts';
import { App } from './App.tsx';

export { routes } from './routes.ts';

type Given = { search?: string; opening?: ListenOpening; sells?: boolean };

/** Renders what every visitor sees before the session is known. */
export async function render(
  path: string,
  { search = '', opening, sells = true }: Given = {},
): Promise<string> {
  const { prelude } = await prerender(
    <Router ssrPath={path} ssrSearch={search}>
      <SalesContext value={sells}>
        <OpeningContext value={opening ?? null}>
          <App />
        </OpeningContext>
      </SalesContext>
    </Router>,
    // React moves a large boundary into place with an inline script, which our policy forbids.
    {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError(error) {
        throw error;
      },
    },
  );
  return new Response(prelude).text();
}
