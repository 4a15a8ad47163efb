import { queryOptions } from '@tanstack/react-query';
import { lazySchema, read } from './client.ts';
import { keys } from './keys.ts';

/** Never fresh: other devices use the account's minutes, too, and months end. */
export const minutesQuery = queryOptions({
  queryKey: keys.minutes,
  queryFn: read(lazySchema('minutesReply')),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});
