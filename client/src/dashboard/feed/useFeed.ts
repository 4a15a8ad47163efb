import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { feedReply } from '#shared/account.ts';
import { call } from '../../api/client.ts';

const queryKey = ['/api/account', 'feed'];

/** The address of the private feed, which the server makes when it is first asked for. */
export const useFeed = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call('GET', '/api/account/feed', { schema: feedReply, signal }),
    select: ({ feedUrl }) => feedUrl,
  });

/** Gives the feed another address. */
export function useNewFeed() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call('POST', '/api/account/feed', { schema: feedReply }),
    onSuccess: (reply) => client.setQueryData(queryKey, reply),
  });
}
