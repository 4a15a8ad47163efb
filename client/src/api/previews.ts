import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Preview, PreviewRequest } from '#shared/previews.ts';
import type { Duration } from '#shared/pricing.ts';
import { ApiError, call, isNotFound, lazySchema, read } from './client.ts';
import { inTurn } from './inTurn.ts';

const schema = lazySchema('previewReply');

/** Lines come within seconds. `until` counts replies; intervals are in ms. */
const POLL_OFTEN = { until: 75, interval: 400 };
const POLL_LESS = 2000;
const POLL_WHEN_LOST = 4000;

export const previewQuery = (id: string, minutes: Duration) =>
  queryOptions({
    ...queryOptions({
      queryKey: ['/api/previews', `${encodeURIComponent(id)}?minutes=${minutes}`],
      queryFn: read(schema),
      staleTime: 0,
    }),
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (error) return !isNotFound(error) && POLL_WHEN_LOST;
      if (!data || !isBeingMade(data.preview)) return false;
      return dataUpdateCount < POLL_OFTEN.until ? POLL_OFTEN.interval : POLL_LESS;
    },
  });

function isBeingMade({ state, chapters, sound, failure }: Preview): boolean {
  if (failure !== null) return false;
  return state === 'writing' || chapters === null || sound.state === 'making';
}

/** Equal requests get the same preview. Throws as `call` does. */
export async function askForPreview(client: QueryClient, body: PreviewRequest): Promise<Preview> {
  const reply = await inTurn(() => call('POST', '/api/previews', { body, schema }));
  const { preview } = reply;
  client.setQueryData(previewQuery(preview.id, body.duration).queryKey, reply);
  return preview;
}

export const previewLengthQuery = (id: string, body: PreviewRequest) =>
  queryOptions({
    queryKey: ['preview length', id, body.duration],
    queryFn: async ({ client }) => (await askForPreview(client, body)).id,
    // Asks again unless the server itself refused: anything else may be over in a moment.
    refetchInterval: ({ state: { error } }) =>
      error !== null && !(error instanceof ApiError) && POLL_WHEN_LOST,
  });

export const askForSound = mutationOptions({
  mutationFn: ({ id }: { id: string; minutes: Duration }) =>
    call('POST', `/api/previews/${encodeURIComponent(id)}/sound`, { schema }),
  onSuccess: async ({ preview }, { id, minutes }, _result, { client }) => {
    const { queryKey } = previewQuery(id, minutes);
    // A reply under way is older.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (known) => {
      // The known chapters are those of this length.
      const chapters = preview.chapters ?? known?.preview.chapters ?? null;
      return { preview: { ...preview, chapters } };
    });
  },
});
