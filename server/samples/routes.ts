import { Router } from 'express';
import type { Samples } from './samples.ts';

/** Seconds a browser may show the same demos without asking. */
const FRESH = 60;

/** `/api/samples`: the same for everybody. */
export function sampleRoutes(samples: Samples): Router {
  return Router().get('/', async (_req, res) => {
    const list = await samples.list();
    // Whoever waits for the first ones asks every few seconds.
    const isFinal = list.samples.length > 0 && list.recording === 0;
    res.set('Cache-Control', isFinal ? `public, max-age=${FRESH}` : 'no-cache').json(list);
  });
}
