import { sampleList } from '#shared/samples.ts';
import { type Endpoint, endpoint } from '../../base/http/endpoint.ts';
import type { Samples } from './demoSamples.ts';

const FRESH = 60;

export const sampleEndpoints = (samples: Samples): Endpoint[] => [
  endpoint('GET /api/samples', {
    summary: 'Episodes that anyone may hear',
    access: 'anyone',
    reply: sampleList,
    async handle({ res }) {
      const list = await samples.list();
      // While the first demos are being made, pages ask every few seconds.
      const isFinal = list.samples.length > 0 && list.recording === 0;
      res.set('Cache-Control', isFinal ? `public, max-age=${FRESH}` : 'no-cache');
      return list;
    },
  }),
];
