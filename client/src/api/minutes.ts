import { queryOptions } from '@tanstack/react-query';
import { lazySchema, read } from './client.ts';
import { keys } from './keys.ts';

/** What the account has had made in this month: other devices use it, too, and months end. */
export const minutesQuery = queryOptions({
  queryKey: keys.minutes,
  queryFn: read(lazySchema('minutesReply')),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});
