import { queryOptions } from '@tanstack/react-query';
import type { Voice } from '#shared/voices.ts';
import { read, withList } from './client.ts';

export const voicesQuery = queryOptions({
  queryKey: ['/api/voices'],
  queryFn: read(withList<{ voices: Voice[] }>('voices')),
});

/** The product promises more than 65 voices. */
export const hasPromisedVoices = (voices: readonly Voice[] | undefined) =>
  (voices?.length ?? 0) > 65;
