import { call, type SchemaSource } from './client.ts';

export const paged = <Page extends { nextCursor?: string | null | undefined }>(
  path: string,
  schema: SchemaSource<Page>,
  search: Record<string, string> = {},
) => ({
  initialPageParam: '',
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    call('GET', `${path}${searchOf({ ...search, cursor: pageParam })}`, { schema, signal }),
  getNextPageParam: ({ nextCursor }: Page) => nextCursor ?? undefined,
});

/** Leaves out empty parameters; a space is `%20`, not `+`. */
function searchOf(params: Record<string, string>): string {
  const given = Object.entries(params).filter(([, value]) => value !== '');
  const pairs = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length ? `?${pairs.join('&')}` : '';
}
