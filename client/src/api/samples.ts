import { queryOptions } from '@tanstack/react-query';
import type { SampleList } from '#shared/samples.ts';
import { read, withList } from './client.ts';

/** How often the demos are fetched again while some are being recorded, ms. */
const POLL_INTERVAL = 4000;

export const samplesQuery = queryOptions({
  queryKey: ['/api/samples'],
  queryFn: read(withList<SampleList>('samples')),
});

export const liveSamplesQuery = queryOptions({
  ...samplesQuery,
  // The landing page may have fetched them before they were recorded.
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) =>
    data && (data.recording > 0 || data.samples.length === 0) ? POLL_INTERVAL : false,
});
