import { mutationOptions, queryOptions } from '@tanstack/react-query';
import type { AccountDeletion, AccountPatch } from '#shared/account.ts';
import { call, lazySchema, read } from './client.ts';
import { keys } from './keys.ts';

const feedReply = lazySchema('feedReply');

/** The server makes the feed's address when it is first asked for. */
export const feedQuery = queryOptions({
  queryKey: keys.feed,
  queryFn: read(feedReply),
  select: ({ feedUrl }) => feedUrl,
});

export const renewFeed = mutationOptions({
  mutationFn: () => call('POST', '/api/account/feed', { schema: feedReply }),
  onSuccess: (reply, _input, _result, { client }) => client.setQueryData(feedQuery.queryKey, reply),
});

export const changeAccount = mutationOptions({
  mutationFn: (body: AccountPatch) =>
    call('PATCH', '/api/account', { body, schema: lazySchema('accountReply') }),
});

export const deleteAccount = mutationOptions({
  mutationFn: (body: AccountDeletion) => call('DELETE', '/api/account', { body }),
});
