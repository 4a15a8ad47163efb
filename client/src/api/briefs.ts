import { queryOptions } from '@tanstack/react-query';
import { call, lazySchema } from './client.ts';
import { keys } from './keys.ts';

/** What a topic asks for. */
export const briefQuery = (topic: string) =>
  queryOptions({
    queryKey: keys.brief(topic),
    queryFn: ({ signal }) => {
      const schema = lazySchema('briefReply');
      return call('POST', '/api/briefs', { body: { topic }, schema, signal });
    },
    retry: false,
  });
