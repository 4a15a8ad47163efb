import { queryOptions } from '@tanstack/react-query';
import type { AccountDeletion, AccountPatch } from '#shared/account.ts';
import { call, lazySchema, read } from './client.ts';
import { keys } from './keys.ts';

const feedReply = lazySchema('feedReply');

/** The server makes the feed's address when it is first asked for. */
export const feedQuery = queryOptions({
  queryKey: ['/api/account', 'feed'],
  queryFn: read(feedReply),
  select: ({ feedUrl }) => feedUrl,
});

export const renewFeed = () => call('POST', '/api/account/feed', { schema: feedReply });

/** Never fresh: other devices use the account's minutes, too, and months end. */
export const minutesQuery = queryOptions({
  queryKey: keys.minutes,
  queryFn: read(lazySchema('minutesReply')),
  staleTime: 0,
  refetchOnWindowFocus: 'always',
});

export const changeAccount = (body: AccountPatch) => call('PATCH', '/api/account', { body });

export const deleteAccount = (body: AccountDeletion) => call('DELETE', '/api/account', { body });
