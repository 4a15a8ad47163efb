import { queryOptions } from '@tanstack/react-query';
import { call, lazySchema } from './client.ts';

export const briefQuery = (topic: string, sources: string[]) =>
  queryOptions({
    queryKey: ['brief', topic, ...sources],
    queryFn: ({ signal }) => {
      const schema = lazySchema('briefReply');
      const body = { topic, ...(sources.length > 0 && { sources }) };
      return call('POST', '/api/briefs', { body, schema, signal });
    },
    retry: false,
  });
