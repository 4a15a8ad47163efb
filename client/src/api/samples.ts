import { queryOptions } from '@tanstack/react-query';
import type { SampleList } from '#shared/samples.ts';
import { isRecord, read, shape } from './client.ts';
import { keys } from './keys.ts';

/** How often the demos are fetched again while some are being recorded, ms. */
const POLL_INTERVAL = 4000;

const sampleList = shape(
  (value): value is SampleList => isRecord(value) && Array.isArray(value.samples),
);

export const samplesQuery = queryOptions({ queryKey: keys.samples, queryFn: read(sampleList) });

export const liveSamplesQuery = queryOptions({
  ...samplesQuery,
  // The landing page may have fetched them before they were recorded.
  refetchOnMount: 'always',
  refetchInterval: ({ state: { data } }) =>
    data && (data.recording > 0 || data.samples.length === 0) ? POLL_INTERVAL : false,
});
