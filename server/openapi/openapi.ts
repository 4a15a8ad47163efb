import type { RequestHandler } from 'express';
import { accountOperations, demoOperations } from './account.ts';
import { adminOperations } from './admin.ts';
import { documentOf } from './document.ts';
import { openOperations } from './open.ts';
import type { Operations } from './operation.ts';
import { orderOperations } from './orders.ts';
import { podcastOperations } from './podcasts.ts';

/** Every call there is. `demo`: also those that exist only where nothing is real. */
export function operationsOf({ demo }: { demo: boolean }): Operations {
  return {
    ...openOperations,
    ...accountOperations,
    ...(demo && demoOperations),
    ...orderOperations,
    ...podcastOperations,
    ...adminOperations,
  };
}

/** `GET /openapi.json`. Drawn when it is first asked for: few ever ask. */
export function openapi(installation: { demo: boolean }): RequestHandler {
  let text: string | null = null;
  return (_req, res) => {
    text ??= JSON.stringify(documentOf(operationsOf(installation)));
    res.set('Cache-Control', 'public, max-age=3600').type('json').send(text);
  };
}
